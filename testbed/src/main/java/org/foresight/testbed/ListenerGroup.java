package org.foresight.testbed;

import com.google.common.collect.ImmutableList;
import java.time.Duration;
import java.time.Instant;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.foresight.traces.WorkloadJob;

/** Several listeners as one; thread-safe if they are. */
record ListenerGroup(ImmutableList<ContainerListener> members) implements ContainerListener {

  @Override
  public void begins(Instant start) {
    members.forEach(member -> member.begins(start));
  }

  @Override
  public void ends(Instant now) {
    members.forEach(member -> member.ends(now));
  }

  @Override
  public void submitted(ApplicationId application, WorkloadJob job) {
    members.forEach(member -> member.submitted(application, job));
  }

  @Override
  public void failed(WorkloadJob job, String why) {
    members.forEach(member -> member.failed(job, why));
  }

  @Override
  public void asks(Instant submission, Instant now) {
    members.forEach(member -> member.asks(submission, now));
  }

  @Override
  public void allocated(ContainerId container, Duration taskTime) {
    members.forEach(member -> member.allocated(container, taskTime));
  }

  @Override
  public void launched(ContainerId container, Instant now) {
    members.forEach(member -> member.launched(container, now));
  }

  @Override
  public void succeeded(ContainerId container, Instant now) {
    members.forEach(member -> member.succeeded(container, now));
  }

  @Override
  public void lost(ContainerId container, int exitStatus, String diagnostics, Instant now) {
    members.forEach(member -> member.lost(container, exitStatus, diagnostics, now));
  }
}
