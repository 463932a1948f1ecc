package org.foresight.traces.past;

import com.google.common.collect.ImmutableList;
import java.util.OptionalLong;
import org.foresight.traces.JobRequest;

/**
 * A job that has ended.
 *
 * <p>Immutable. Times are in milliseconds since the epoch where the log says so, else since its own
 * start.
 *
 * @param id unique in its source
 * @param submitMillis when it was submitted
 * @param endMillis when it ended; where the log does not say how long it waited, as if it had not
 * @param end how it ended
 * @param user who submitted it
 * @param name its name as its user gave it, not normalised; empty where unknown
 * @param queue the leaf queue it was submitted to
 * @param request how else it was submitted
 * @param spanMillis its runtime had all tasks run at once: the sum over the stages of the longest
 *     task of each
 * @param width number of its tasks, at least 1
 * @param workMillis sum of their runtimes
 * @param stages the same stage by stage; empty where unknown
 */
public record PastJob(
    String id,
    long submitMillis,
    long endMillis,
    End end,
    String user,
    String name,
    String queue,
    JobRequest request,
    long spanMillis,
    int width,
    long workMillis,
    ImmutableList<PastStage> stages) {

  /** How a job ended. */
  public enum End {
    COMPLETED,
    FAILED,
    CANCELLED
  }

  /**
   * A stage of it.
   *
   * @param name what it is called in every run of the job
   * @param width number of its tasks, at least 1
   * @param longestMillis runtime of the longest
   * @param workMillis sum of their runtimes
   * @param memoryAskedMb memory that each task asked for, in MiB
   */
  public record PastStage(
      String name, int width, long longestMillis, long workMillis, OptionalLong memoryAskedMb) {}
}
