package org.foresight.cli;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.foresight.cli.support.TextTable;
import org.foresight.predictor.Counts;
import org.foresight.traces.JobRun;

/** Says for people which tasks a run has stopped for jobs with deadlines, and what became of it. */
final class StoppedText {

  private static final double MILLIS_PER_MINUTE = 60_000.0;

  private StoppedText() {}

  /** A sentence on the whole run, without who it was. */
  static String sentence(ImmutableList<StoppedTasks> all) {
    if (all.isEmpty()) {
      return "No task was stopped for a deadline.";
    }
    ImmutableList<JobRun> victims = StoppedTasks.victims(all);
    ImmutableList<JobRun> beneficiaries = StoppedTasks.beneficiaries(all);
    return String.format(
        Locale.ROOT,
        "%s of %s stopped for %s with a deadline, %d of which met it; %.2f task-h of work lost;"
            + " %d of %d came back and finished.",
        Counts.of(StoppedTasks.tasks(all), "task"),
        Counts.of(victims.size(), "best-effort job"),
        Counts.of(beneficiaries.size(), "job"),
        beneficiaries.stream().filter(job -> !job.missedDeadline()).count(),
        StoppedTasks.lostHours(all),
        victims.stream().filter(JobRun::succeeded).count(),
        victims.size());
  }

  /** Who stopped for whom, as the columns of a table; the first cell of each is its title. */
  static ImmutableList<ImmutableList<String>> columns(ImmutableList<StoppedTasks> all) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("stopped", "tasks", "lost, task-min", "for", "which", "and came back"));
    for (StoppedTasks stopped : all) {
      rows.add(
          List.of(
              stopped.victim().id(),
              Integer.toString(stopped.tasks()),
              String.format(Locale.ROOT, "%.1f", stopped.lostMillis() / MILLIS_PER_MINUTE),
              stopped.beneficiary().map(JobRun::id).orElse("unknown"),
              verdict(stopped.beneficiary()),
              finish(stopped.victim())));
    }
    ImmutableList.Builder<ImmutableList<String>> columns = ImmutableList.builder();
    for (int i = 0; i < rows.get(0).size(); i++) {
      int column = i;
      columns.add(
          rows.stream().map(row -> row.get(column)).collect(ImmutableList.toImmutableList()));
    }
    return columns.build();
  }

  private static String verdict(Optional<JobRun> beneficiary) {
    return beneficiary
        .map(job -> job.missedDeadline() ? "missed its deadline" : "met its deadline")
        .orElse("");
  }

  private static String finish(JobRun victim) {
    return victim.finishMillis().isPresent()
        ? String.format(
            Locale.ROOT, "done at %.1f min", victim.finishMillis().getAsLong() / MILLIS_PER_MINUTE)
        : "did not finish";
  }

  /** The sentence and the table. */
  static ImmutableList<String> lines(String title, ImmutableList<StoppedTasks> all) {
    ImmutableList.Builder<String> lines = ImmutableList.builder();
    lines.add(title + ": " + sentence(all));
    if (!all.isEmpty()) {
      lines.addAll(TextTable.lines(columns(all)));
    }
    return lines.build();
  }
}
