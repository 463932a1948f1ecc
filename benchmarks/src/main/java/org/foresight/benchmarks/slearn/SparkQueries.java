package org.foresight.benchmarks.slearn;

import static java.util.Objects.requireNonNull;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.foresight.traces.JobRequest;
import org.foresight.traces.JobStream;
import org.foresight.traces.NodePreference;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadQueues;
import org.foresight.traces.WorkloadSource;
import org.foresight.traces.WorkloadStage;

/**
 * Jobs that are TPC-H queries on Spark, with the task runtimes and the dependencies of stages that
 * were measured for Decima (SIGCOMM 2019). Hard for sampling: half of the stages have a CoV of 0.56
 * and more, and the tasks that run first on an executor take longer than those that come later. The
 * tasks of a stage are in that order, so that its pilots are of the first ones.
 *
 * <p>Every query was measured with three numbers of executors. Those with 10 and 100 are the
 * history, those with 50 the jobs: so history knows each query on each size of input, measured
 * under other conditions. The data has no arrivals: the gaps are those of another trace, scaled so
 * that the load on {@link Trials#NODES} slots is {@link #LOAD}.
 */
final class SparkQueries implements TrialWorkload {

  private static final double LOAD = 1.0;
  private static final int OF_JOBS = 50;
  private static final ImmutableList<Integer> OF_HISTORY = ImmutableList.of(10, 100);

  /** Those are the tasks; a wave "fresh" is a part of "first". */
  private static final ImmutableList<String> WAVES = ImmutableList.of("first", "rest");

  private static final Splitter DURATIONS = Splitter.on(' ').omitEmptyStrings();

  private final ImmutableList<Query> queries;
  private final TrialWorkload arrivals;
  private final int count;

  private SparkQueries(ImmutableList<Query> queries, TrialWorkload arrivals, int count) {
    this.queries = queries;
    this.arrivals = arrivals;
    this.count = count;
  }

  /**
   * Reads the measurements.
   *
   * @param folder of {@code tasks.csv.gz} and {@code dag.csv.gz}
   * @param arrivals whose jobs come when these do, at least {@code count} of them
   * @param count how many jobs to draw
   * @throws IOException if they cannot be read
   */
  static SparkQueries read(Path folder, TrialWorkload arrivals, int count) throws IOException {
    Map<Measured, SortedMap<Integer, List<Long>>> tasks = new HashMap<>();
    Path taskFile = folder.resolve("tasks.csv.gz");
    for (String wave : WAVES) {
      forEach(
          taskFile,
          row -> {
            if (row.get("wave").equals(wave)) {
              List<Long> millis =
                  tasks
                      .computeIfAbsent(
                          new Measured(queryOf(row), number(row, "executors")),
                          any -> new TreeMap<>())
                      .computeIfAbsent(number(row, "stage"), any -> new ArrayList<>());
              for (String one : DURATIONS.split(row.get("durations_ms"))) {
                millis.add(Math.max(1L, Long.parseLong(one)));
              }
            }
          });
    }
    Map<String, SortedMap<Integer, List<Integer>>> parents = new TreeMap<>();
    forEach(
        folder.resolve("dag.csv.gz"),
        row ->
            parents
                .computeIfAbsent(queryOf(row), any -> new TreeMap<>())
                .computeIfAbsent(number(row, "child_stage"), any -> new ArrayList<>())
                .add(number(row, "parent_stage")));
    ImmutableList.Builder<Query> queries = ImmutableList.builder();
    for (Map.Entry<String, SortedMap<Integer, List<Integer>>> query : parents.entrySet()) {
      ImmutableSortedMap.Builder<Integer, ImmutableList<WorkloadStage>> runs =
          ImmutableSortedMap.naturalOrder();
      for (int executors : executors()) {
        SortedMap<Integer, List<Long>> stages = tasks.get(new Measured(query.getKey(), executors));
        if (stages != null) {
          runs.put(executors, stages(stages, query.getValue()));
        }
      }
      Query read = new Query(query.getKey(), runs.buildOrThrow());
      if (read.runs().keySet().containsAll(executors())) {
        queries.add(read);
      }
    }
    SparkQueries all = new SparkQueries(queries.build(), arrivals, count);
    if (all.queries.isEmpty()) {
      throw new IOException(
          taskFile + ": no query was measured with each of " + executors() + " executors.");
    }
    return all;
  }

  @Override
  public double expectedJobs() {
    return count;
  }

  @Override
  public WorkloadSource of(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    List<Query> drawn = new ArrayList<>();
    double workMillis = 0;
    for (int i = 0; i < count; i++) {
      Query query = queries.get(random.nextInt(queries.size()));
      drawn.add(query);
      workMillis += query.job("", 0, OF_JOBS).workMillis();
    }
    ImmutableLongArray times = arrivalMillis(seed);
    double spanMillis = Math.max(1, times.get(count - 1));
    double stretch = workMillis / (LOAD * Trials.NODES) / spanMillis;
    ImmutableList.Builder<WorkloadJob> jobs = ImmutableList.builder();
    for (int i = 0; i < count; i++) {
      jobs.add(drawn.get(i).job("job-" + i, Math.round(times.get(i) * stretch), OF_JOBS));
    }
    ImmutableList<WorkloadJob> all = jobs.build();
    return new WorkloadSource() {
      @Override
      public String name() {
        return Trials.SPARK;
      }

      @Override
      public String description() {
        return describe() + "; seed " + seed + ".";
      }

      @Override
      public JobStream jobs() {
        return JobStream.of(all);
      }

      @Override
      public JobStream history() {
        return JobStream.of(earlier());
      }
    };
  }

  /** One run after the other, all of one number of executors before all of the next. */
  private ImmutableList<WorkloadJob> earlier() {
    List<WorkloadJob> runs = new ArrayList<>();
    for (int executors : OF_HISTORY) {
      for (Query query : queries) {
        runs.add(query.job("history-" + runs.size(), 0, executors));
      }
    }
    long startMillis = -runs.stream().mapToLong(WorkloadJob::workMillis).sum();
    ImmutableList.Builder<WorkloadJob> jobs = ImmutableList.builder();
    for (WorkloadJob run : runs) {
      jobs.add(at(run, startMillis));
      startMillis += run.workMillis();
    }
    return jobs.build();
  }

  private ImmutableLongArray arrivalMillis(long seed) throws IOException {
    try (JobStream stream = arrivals.of(seed).jobs()) {
      ImmutableLongArray.Builder millis = ImmutableLongArray.builder(count);
      for (int i = 0; i < count && stream.hasNext(); i++) {
        millis.add(stream.next().submitMillis());
      }
      return millis.build();
    }
  }

  @Override
  public String describe() {
    return String.format(
        Locale.ROOT,
        "`spark-tpch-tasks`: %d jobs, each one of %d queries and sizes with %d executors, history of"
            + " the same with %s; load %.2f; gaps as in %s",
        count,
        queries.size(),
        OF_JOBS,
        OF_HISTORY,
        LOAD,
        arrivals.describe());
  }

  private static ImmutableList<Integer> executors() {
    return ImmutableList.<Integer>builder().add(OF_JOBS).addAll(OF_HISTORY).build();
  }

  /** Stages that were not measured are left out, with what depends on them. */
  private static ImmutableList<WorkloadStage> stages(
      SortedMap<Integer, List<Long>> tasks, SortedMap<Integer, List<Integer>> parents) {
    List<Integer> numbers = new ArrayList<>(tasks.keySet());
    ImmutableList.Builder<WorkloadStage> stages = ImmutableList.builder();
    for (Map.Entry<Integer, List<Long>> stage : tasks.entrySet()) {
      ImmutableIntArray before =
          ImmutableIntArray.copyOf(
              parents.getOrDefault(stage.getKey(), List.of()).stream()
                  .mapToInt(numbers::indexOf)
                  .filter(index -> index >= 0)
                  .sorted());
      stages.add(
          new WorkloadStage(
              ImmutableLongArray.copyOf(stage.getValue()), before, WorkloadStage.ONE_SLOT, ""));
    }
    return stages.build();
  }

  private static WorkloadJob at(WorkloadJob job, long submitMillis) {
    return new WorkloadJob(
        job.id(),
        submitMillis,
        job.user(),
        job.name(),
        job.queue(),
        job.deadlineMillis(),
        job.gang(),
        job.stages(),
        job.preference(),
        job.request());
  }

  private static String queryOf(CSVRecord row) {
    return "tpch-q" + row.get("query") + "-" + row.get("size");
  }

  private static int number(CSVRecord row, String column) {
    return Integer.parseInt(row.get(column));
  }

  private interface RowReader {
    void read(CSVRecord row);
  }

  private static void forEach(Path file, RowReader rows) throws IOException {
    CSVFormat format = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).build();
    long line = 1;
    try (Reader reader =
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8);
        CSVParser parser = format.parse(reader)) {
      for (CSVRecord row : parser) {
        line = parser.getCurrentLineNumber();
        rows.read(row);
      }
    } catch (IllegalArgumentException e) {
      throw new IOException(file + ", line " + line + ": " + e.getMessage(), e);
    } catch (UncheckedIOException e) {
      throw new IOException(file + ", after line " + line + ": " + e.getMessage(), e);
    }
  }

  /** What was measured together. */
  private record Measured(String query, int executors) {}

  /**
   * A query on one size of input.
   *
   * @param name of both
   * @param runs its stages as they ran with so many executors
   */
  private record Query(
      String name, ImmutableSortedMap<Integer, ImmutableList<WorkloadStage>> runs) {

    WorkloadJob job(String id, long submitMillis, int executors) {
      return new WorkloadJob(
          id,
          submitMillis,
          "analyst",
          name,
          WorkloadQueues.ADHOC,
          OptionalLong.empty(),
          false,
          requireNonNull(runs.get(executors)),
          NodePreference.NONE,
          JobRequest.NONE);
    }
  }
}
