package org.foresight.traces.logs;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.foresight.traces.JobFacts;
import org.foresight.traces.JobRequest;
import org.foresight.traces.NodePreference;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;

/**
 * A job as its log states it.
 *
 * <p>Immutable.
 *
 * @param file the log
 * @param submitMillis when it was submitted, since 1970
 * @param stages at least one
 * @param type the framework, as YARN calls it
 * @param end how it ended
 * @param endMillis when it ended, since 1970
 */
record LogJob(
    Path file,
    String id,
    long submitMillis,
    String user,
    String name,
    String queue,
    ImmutableList<WorkloadStage> stages,
    String type,
    LogEnd end,
    OptionalLong endMillis) {

  /** Stands for a user whom the log does not name. */
  static final String UNKNOWN_USER = "user-unknown";

  /** What YARN calls the applications of MapReduce. */
  static final String MAPREDUCE = "MAPREDUCE";

  /** What it calls those of Spark. */
  static final String SPARK = "SPARK";

  /** The queue of a job whose log names none, as in YARN. */
  static final String DEFAULT_QUEUE = "default";

  WorkloadJob toWorkloadJob(String uniqueId, long firstSubmitMillis) {
    return new WorkloadJob(
        uniqueId,
        submitMillis - firstSubmitMillis,
        user,
        name,
        queue,
        OptionalLong.empty(),
        /* gang= */ false,
        stages,
        NodePreference.NONE,
        JobRequest.ofType(type));
  }

  /** What became of it, on the clock of {@link #toWorkloadJob}. */
  JobFacts facts(long firstSubmitMillis) {
    return new JobFacts(
        endMillis.isPresent()
            ? OptionalLong.of(endMillis.getAsLong() - firstSubmitMillis)
            : OptionalLong.empty(),
        end.status());
  }
}
