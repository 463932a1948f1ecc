package org.foresight.predictor.store;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;

/** Collects the problems of one file: so many at most, since all of a large one may be damaged. */
final class Problems {

  static final int MOST = 20;

  private final String file;
  private final List<HistoryProblem> problems = new ArrayList<>();
  private long omitted;
  private long firstOmittedLine;

  Problems(String file) {
    this.file = file;
  }

  void add(long line, HistoryFormatException problem) {
    add(line, problem.field(), problem.found(), problem.accepted());
  }

  void add(long line, String field, String found, String accepted) {
    if (problems.size() < MOST) {
      problems.add(new HistoryProblem(file, line, field, found, accepted));
    } else if (omitted++ == 0) {
      firstOmittedLine = line;
    }
  }

  boolean isEmpty() {
    return problems.isEmpty();
  }

  ImmutableList<HistoryProblem> all() {
    if (omitted == 0) {
      return ImmutableList.copyOf(problems);
    }
    return ImmutableList.<HistoryProblem>builder()
        .addAll(problems)
        .add(
            new HistoryProblem(
                file, firstOmittedLine, "line", omitted + " more like these", "none"))
        .build();
  }
}
