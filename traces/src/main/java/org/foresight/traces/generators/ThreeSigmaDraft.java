package org.foresight.traces.generators;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.foresight.traces.Deadlines;
import org.foresight.traces.JobRequest;
import org.foresight.traces.NodePreference;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadQueues;
import org.foresight.traces.WorkloadStage;
import org.foresight.traces.generators.ThreeSigmaJobClass.Program;

/**
 * A job that has not been given its time of arrival.
 *
 * @param home class that the program belongs to, whatever the class of this run
 * @param program what runs
 * @param counter number in the job's name
 * @param slackPercent slack of the deadline; empty for a best-effort job
 * @param stage its tasks
 * @param preference which nodes suit it
 */
record ThreeSigmaDraft(
    ThreeSigmaJobClass home,
    Program program,
    int counter,
    OptionalInt slackPercent,
    WorkloadStage stage,
    NodePreference preference) {

  static WorkloadStage stage(ImmutableLongArray taskMillis) {
    return new WorkloadStage(taskMillis, ImmutableIntArray.of(), WorkloadStage.ONE_SLOT, "");
  }

  long workMillis() {
    return stage.workMillis();
  }

  ThreeSigmaDraft as(Program other) {
    return new ThreeSigmaDraft(home, other, counter, slackPercent, stage, preference);
  }

  WorkloadJob submittedAt(String id, long submitMillis) {
    OptionalLong deadlineMillis =
        slackPercent.isPresent()
            ? OptionalLong.of(
                Deadlines.deadlineMillis(
                    submitMillis, stage.longestMillis(), slackPercent.getAsInt()))
            : OptionalLong.empty();
    return new WorkloadJob(
        id,
        submitMillis,
        program.user(),
        program.name() + "-" + Ids.digits(counter),
        WorkloadQueues.of(slackPercent.isPresent()),
        deadlineMillis,
        true,
        ImmutableList.of(stage),
        preference,
        JobRequest.NONE);
  }
}
