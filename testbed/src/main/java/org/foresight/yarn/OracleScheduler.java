package org.foresight.yarn;

import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.policy.Policies;
import org.foresight.planner.policy.PolicyContext;
import org.foresight.planner.policy.RuntimeSource;
import org.foresight.planner.solver.PlanSolvers;
import org.foresight.predictor.JobOutcome;
import org.foresight.testbed.OutcomeTag;
import org.foresight.yarn.ForesightConfiguration.Planning;

/**
 * Foresight with a policy that {@code foresight.policy} does not name, since nobody would run it
 * but to compare: one that knows the future, by the {@link OutcomeTag} of applications, or one that
 * knows nothing at all.
 *
 * <p>In the plug-in's package, to choose the policy; nothing of it ships.
 */
public final class OracleScheduler extends ForesightScheduler {

  /** Names the policy, one of {@link Policies#simulatedNames}. */
  public static final String POLICY_KEY = "testbed.policy";

  /** For the ResourceManager, which makes its scheduler by reflection. */
  public OracleScheduler() {}

  @Override
  SchedulingPolicy createPolicy(Planning planning, History history) {
    return Policies.create(
        getConfig().get(POLICY_KEY),
        new PolicyContext(
            planning.settings(),
            RuntimeSource.of(history.predictor()),
            PlanSolvers.create(planning.solver()),
            Optional.of(this::outcome),
            Optional.empty()));
  }

  private JobOutcome outcome(String jobId) {
    RMApp app = rmContext.getRMApps().get(ApplicationId.fromString(jobId));
    return Optional.ofNullable(app)
        .flatMap(known -> OutcomeTag.read(known.getApplicationTags()))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "The application (" + jobId + ") does not say by a tag how long it will run."));
  }
}
