package org.foresight.yarn;

import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.hadoop.security.authorize.AccessControlList;
import org.foresight.planner.admission.AdmissionRules;

/**
 * What queues say of the deadlines of the jobs that are submitted to them.
 *
 * @param hopeless what becomes of jobs that are certain to miss their deadline
 * @param denied what becomes of jobs whose deadline is not granted
 * @param users who may have deadlines, in the form of Hadoop's access control lists
 * @param mostValue the most that a job may be worth
 * @param share the part of a leaf queue that deadlines may take
 */
record SubmissionRules(
    QueueTree<AdmissionRules.Hopeless> hopeless,
    QueueTree<AdmissionRules.Denied> denied,
    QueueTree<String> users,
    QueueTree<Double> mostValue,
    QueueTree<Double> share) {

  /** What the leaf queue of this path says. */
  AdmissionRules at(String queuePath) {
    return new AdmissionRules(
        hopeless.at(queuePath).orElse(AdmissionRules.DEFAULT.hopeless()),
        denied.at(queuePath).orElse(AdmissionRules.DEFAULT.denied()),
        number(mostValue.at(queuePath)),
        number(share.at(queuePath)));
  }

  /** Who may have deadlines in the leaf queue of this path. */
  AccessControlList usersAt(String queuePath) {
    return new AccessControlList(users.at(queuePath).orElse(AccessControlList.WILDCARD_ACL_VALUE));
  }

  private static OptionalDouble number(Optional<Double> number) {
    return number.isPresent() ? OptionalDouble.of(number.get()) : OptionalDouble.empty();
  }
}
