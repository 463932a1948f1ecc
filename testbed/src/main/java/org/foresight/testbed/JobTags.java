package org.foresight.testbed;

import com.google.common.collect.ImmutableSet;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The application tags that tell a scheduler what YARN's own interface has no field for.
 *
 * <p>YARN turns tags into lower case unless told otherwise, so readers must not mind the case.
 */
final class JobTags {

  private JobTags() {}

  /**
   * Tags of a job.
   *
   * @param deadline when an SLO job must have ended; empty for a best-effort job
   * @param gang whether all tasks must start together
   * @param outcome a tag that says how long it will run, if that is to be known
   * @param more tags as its user writes them; where there are any, none says that the job is of
   *     best effort, for they may say otherwise
   */
  static ImmutableSet<String> of(
      Optional<Instant> deadline,
      boolean gang,
      Optional<String> outcome,
      ImmutableSet<String> more) {
    ImmutableSet.Builder<String> tags = ImmutableSet.builder();
    if (deadline.isPresent()) {
      tags.add("foresight.class=slo");
    } else if (more.isEmpty()) {
      tags.add("foresight.class=be");
    }
    deadline.ifPresent(
        instant -> tags.add("foresight.deadline=" + instant.truncatedTo(ChronoUnit.MILLIS)));
    if (gang) {
      tags.add("foresight.gang=true");
    }
    outcome.ifPresent(tags::add);
    return tags.addAll(more).build();
  }
}
