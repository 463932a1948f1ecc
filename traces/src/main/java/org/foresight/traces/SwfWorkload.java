package org.foresight.traces;

import com.google.common.collect.ImmutableList;
import com.google.common.io.Files;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Turns a window of a trace in the Standard Workload Format into a workload for a cluster of task
 * slots. The file is read twice, job by job.
 *
 * <ul>
 *   <li>Eligible are completed jobs whose run time and processors are known and that run no longer
 *       than the maximum; the description counts what the window leaves out. Jobs shorter than the
 *       minimum task time are raised to it, and counted.
 *   <li>tasks = processors × slots ÷ processors of the machine, rounded, at least 1 and at most the
 *       slots; every task runs for the run time of the job. The machine is as large as the header
 *       says, else as the largest job.
 *   <li>If more jobs are eligible than allowed, evenly many are left out over the whole window, so
 *       that it keeps its length and the shape of its arrivals; keeping the first ones would pack
 *       the load into the window's beginning.
 *   <li>The stated share of the jobs, rounded to whole jobs and chosen at random, are SLO jobs.
 *   <li>A job is named after its executable; where the trace does not record it, after its user,
 *       requested time and size in doubling buckets, the combination that predicts best in such
 *       traces. Numbers in names are spelled in letters, so that normalising a name keeps them.
 *   <li>The history holds the eligible jobs that had ended, under the scheduler of their site,
 *       before the window starts; of these the most recently ended, mapped alike.
 * </ul>
 *
 * <p>Stateless and thread-safe.
 */
public final class SwfWorkload {

  private final Path file;
  private final SwfWorkloadParameters parameters;

  private SwfWorkload(Path file, SwfWorkloadParameters parameters) {
    this.file = file;
    this.parameters = parameters;
  }

  /**
   * Reads a workload from a trace.
   *
   * @throws TraceFormatException if the trace is malformed, see {@link SwfReader}, or has no
   *     eligible job in the window
   * @throws IOException if the file cannot be read
   */
  public static Workload read(Path file, SwfWorkloadParameters parameters) throws IOException {
    return new SwfWorkload(file, parameters).read();
  }

  private Workload read() throws IOException {
    Survey survey = survey();
    SwfJobMapper mapper = new SwfJobMapper(parameters, survey.machineProcessors());
    long start = parameters.windowStartSeconds().orElseGet(() -> chooseWindow(survey, mapper));
    Selection selection = select(start);
    if (selection.window.isEmpty()) {
      throw new TraceFormatException(
          file,
          "found no eligible job submitted in the window of "
              + WorkloadSummary.minutes(parameters.window())
              + " from second "
              + start
              + "; the submit times of eligible jobs range from "
              + survey.firstSubmitSeconds()
              + " to "
              + survey.lastSubmitSeconds()
              + ".");
    }

    SplittableRandom root = new SplittableRandom(parameters.seed());
    ImmutableList<WorkloadJob> jobs =
        map(Thinning.thin(selection.window, parameters.maxJobs()), start, mapper, root.split());
    ImmutableList<WorkloadJob> history = map(selection.history(), start, mapper, root.split());
    requireDistinct(jobs, history);
    return new Workload(name(), describe(start, survey, selection, jobs, history), history, jobs);
  }

  /** What the first pass over the file learns. */
  private record Survey(int machineProcessors, List<SizedRun> eligible) {
    long firstSubmitSeconds() {
      return eligible.stream().mapToLong(SizedRun::submitSeconds).min().orElseThrow();
    }

    long lastSubmitSeconds() {
      return eligible.stream().mapToLong(SizedRun::submitSeconds).max().orElseThrow();
    }
  }

  private record SizedRun(long submitSeconds, int processors, long runSeconds) {}

  private Survey survey() throws IOException {
    LeftOut leftOut = new LeftOut();
    List<SizedRun> eligible = new ArrayList<>();
    int largest = 1;
    try (SwfReader reader = SwfReader.open(file)) {
      while (reader.hasNext()) {
        SwfJob job = reader.next();
        largest = Math.max(largest, job.processors());
        if (isEligible(job, leftOut)) {
          eligible.add(new SizedRun(job.submitSeconds(), job.processors(), job.runSeconds()));
        }
      }
      if (eligible.isEmpty()) {
        throw new TraceFormatException(
            file, "found no eligible job in the whole trace; " + leftOut.describe() + ".");
      }
      return new Survey(reader.header().maxProcs().orElse(largest), eligible);
    }
  }

  private long chooseWindow(Survey survey, SwfJobMapper mapper) {
    List<SwfWindowChooser.Demand> demands = new ArrayList<>(survey.eligible().size());
    for (SizedRun run : survey.eligible()) {
      double taskSeconds =
          mapper.tasks(run.processors()) * (mapper.taskMillis(run.runSeconds()) / 1000.0);
      demands.add(new SwfWindowChooser.Demand(run.submitSeconds(), taskSeconds));
    }
    return new SwfWindowChooser(parameters, demands).startSeconds();
  }

  private Selection select(long start) throws IOException {
    Selection selection = new Selection();
    LeftOut uncounted = new LeftOut();
    long end = start + parameters.window().toSeconds();
    try (SwfReader reader = SwfReader.open(file)) {
      while (reader.hasNext()) {
        SwfJob job = reader.next();
        if (job.submitSeconds() >= start && job.submitSeconds() < end) {
          if (isEligible(job, selection.leftOut)) {
            selection.window.add(job);
          }
        } else if (job.endSeconds() <= start && isEligible(job, uncounted)) {
          selection.addHistory(job);
        }
      }
    }
    selection.window.sort(Comparator.comparingLong(SwfJob::submitSeconds));
    return selection;
  }

  private boolean isEligible(SwfJob job, LeftOut leftOut) {
    if (!job.isCompleted()) {
      leftOut.notCompleted++;
    } else if (job.runSeconds() == SwfJob.UNKNOWN || job.processors() == SwfJob.UNKNOWN) {
      leftOut.unknown++;
    } else if (job.runSeconds() > parameters.maxRuntime().toSeconds()) {
      leftOut.tooLong++;
    } else {
      return true;
    }
    return false;
  }

  private ImmutableList<WorkloadJob> map(
      List<SwfJob> jobs, long start, SwfJobMapper mapper, RandomGenerator random) {
    boolean[] slo =
        Draws.choose(random, jobs.size(), (int) Math.round(jobs.size() * parameters.sloShare()));
    ImmutableList.Builder<WorkloadJob> mapped = ImmutableList.builder();
    for (int i = 0; i < jobs.size(); i++) {
      mapped.add(mapper.toJob(jobs.get(i), start, slo[i], Deadlines.drawSlackPercent(random)));
    }
    return mapped.build();
  }

  private void requireDistinct(List<WorkloadJob> jobs, List<WorkloadJob> history) {
    Set<String> ids = new HashSet<>();
    for (List<WorkloadJob> part : ImmutableList.of(history, jobs)) {
      for (WorkloadJob job : part) {
        if (!ids.add(job.id())) {
          throw new TraceFormatException(
              file, "found two jobs that are called " + job.id() + "; accepted: distinct numbers.");
        }
      }
    }
  }

  private String name() {
    String plain = TraceLines.nameWithoutGzip(file);
    return plain.endsWith(".swf") ? Files.getNameWithoutExtension(plain) : plain;
  }

  private String describe(
      long start,
      Survey survey,
      Selection selection,
      ImmutableList<WorkloadJob> jobs,
      ImmutableList<WorkloadJob> history) {
    long minMillis = parameters.minTaskTime().toMillis();
    long raised =
        selection.window.stream().filter(job -> job.runSeconds() * 1000 < minMillis).count();
    return String.format(
        Locale.ROOT,
        "%s (%d processors) from second %d: %s of %d eligible, %s; %s;"
            + " %d shorter than %s raised to it; history of %s; seed %d.",
        file.getFileName(),
        survey.machineProcessors(),
        start,
        WorkloadSummary.sizes(jobs),
        selection.window.size(),
        WorkloadSummary.load(jobs, parameters.slots(), parameters.window()),
        selection.leftOut.describe(),
        raised,
        WorkloadSummary.minutes(parameters.minTaskTime()),
        WorkloadSummary.jobs(history.size()),
        parameters.seed());
  }

  /** What the second pass over the file collects. */
  private final class Selection {
    private final List<SwfJob> window = new ArrayList<>();
    private final LeftOut leftOut = new LeftOut();
    private final PriorityQueue<SwfJob> lastEnded =
        new PriorityQueue<>(
            Comparator.comparingLong(SwfJob::endSeconds).thenComparing(SwfJob::jobNumber));

    void addHistory(SwfJob job) {
      lastEnded.add(job);
      if (lastEnded.size() > parameters.maxHistory()) {
        lastEnded.remove();
      }
    }

    List<SwfJob> history() {
      return ImmutableList.sortedCopyOf(
          Comparator.comparingLong(SwfJob::submitSeconds).thenComparing(SwfJob::jobNumber),
          lastEnded);
    }
  }

  /** Counts the jobs that are not eligible, by reason. */
  private final class LeftOut {
    private int notCompleted;
    private int unknown;
    private int tooLong;

    String describe() {
      return "left out: "
          + notCompleted
          + " not completed, "
          + unknown
          + " of unknown run time or processors, "
          + tooLong
          + " longer than "
          + WorkloadSummary.minutes(parameters.maxRuntime());
    }
  }
}
