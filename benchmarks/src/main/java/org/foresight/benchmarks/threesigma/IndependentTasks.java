package org.foresight.benchmarks.threesigma;

import java.io.IOException;
import java.time.Duration;
import org.foresight.traces.JobStream;
import org.foresight.traces.JobStreams;
import org.foresight.traces.WorkloadSource;
import org.foresight.traces.generators.ClusterHint;

/**
 * A workload whose tasks start one by one, each as it finds room and as most applications take
 * containers on YARN, where the paper's jobs are gangs.
 *
 * @param gangs the same jobs as gangs
 */
record IndependentTasks(PaperWorkload gangs) implements PaperWorkload {

  @Override
  public ClusterHint cluster() {
    return gangs.cluster();
  }

  @Override
  public Duration window() {
    return gangs.window();
  }

  @Override
  public double expectedJobs() {
    return gangs.expectedJobs();
  }

  @Override
  public WorkloadSource of(long seed) {
    WorkloadSource source = gangs.of(seed);
    return new WorkloadSource() {
      @Override
      public String name() {
        return source.name();
      }

      @Override
      public String description() {
        return describe();
      }

      @Override
      public JobStream jobs() throws IOException {
        return JobStreams.withIndependentTasks(source.jobs());
      }

      @Override
      public JobStream history() throws IOException {
        return JobStreams.withIndependentTasks(source.history());
      }
    };
  }

  @Override
  public String describe() {
    return gangs.describe() + ", tasks start one by one";
  }

  @Override
  public boolean isOfGangs() {
    return false;
  }
}
