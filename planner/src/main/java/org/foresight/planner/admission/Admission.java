package org.foresight.planner.admission;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.foresight.planner.Durations;
import org.foresight.planner.admission.AdmissionRules.Denied;
import org.foresight.planner.admission.AdmissionRules.Hopeless;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.predictor.Counts;
import org.foresight.predictor.JobEstimate;

/**
 * Decides what becomes of a job with a deadline when it is submitted. Who may not have one, or not
 * one of that value, or for whom there is no room in the queue's budget, is denied it; who is
 * certain to miss it is warned or refused.
 *
 * <p>A deadline that the job did not ask for, since its queue gives it to all, is never the reason
 * of a refusal: where it is denied the job runs as a best-effort job, where it is hopeless the user
 * is warned.
 */
public final class Admission {

  /** What becomes of a job. */
  public enum Outcome {
    /** It is accepted with its deadline. */
    ACCEPTED,
    /** It is accepted with its deadline, which it is certain to miss. */
    WARNED,
    /** It is accepted without its deadline. */
    BEST_EFFORT,
    /** It is refused. */
    REFUSED
  }

  /**
   * A decision.
   *
   * @param reason one sentence for the job's user; empty for a job that is simply accepted
   */
  public record Decision(Outcome outcome, String reason) {}

  /**
   * A job with a deadline.
   *
   * @param goal what it wants; an SLO job's
   * @param isAskedFor whether the job asks for its deadline itself
   * @param submitMillis when it is submitted
   * @param estimate what is known of its runtime
   */
  public record Request(
      JobGoal goal, boolean isAskedFor, long submitMillis, Optional<JobEstimate> estimate) {

    long deadlineMillis() {
      return goal.deadlineMillis().orElseThrow();
    }
  }

  /** What the decision goes by, as it is when the job is submitted. */
  public interface Queue {

    /** For people. */
    String name();

    /** What it says of deadlines. */
    AdmissionRules rules();

    /** Whether the job's user may have deadlines here. */
    boolean mayHaveDeadlines();

    /** How many of the smallest tasks it may ever hold at once; 0 where that is not known. */
    long mostTasks();

    /** How many of its usual tasks it is guaranteed; 0 where that is not known. */
    double guaranteedTasks();

    /** What it has been committed to. */
    Iterable<Commitment> outstanding();
  }

  private Admission() {}

  /** Decides. */
  public static Decision decide(Request job, Queue queue, long nowMillis) {
    Optional<String> denial =
        denialOfRights(job, queue).or(() -> denialOfBudget(job, queue, nowMillis));
    if (denial.isPresent() && (job.isAskedFor && queue.rules().denied() == Denied.REFUSE)) {
      return new Decision(Outcome.REFUSED, denial.get());
    }
    if (denial.isPresent()) {
      return new Decision(Outcome.BEST_EFFORT, denial.get() + " It runs without a deadline.");
    }
    Optional<String> hopeless = hopeless(job, queue, nowMillis);
    if (hopeless.isEmpty()) {
      return new Decision(Outcome.ACCEPTED, "");
    }
    if (job.isAskedFor && queue.rules().hopeless() == Hopeless.REFUSE) {
      return new Decision(Outcome.REFUSED, hopeless.get());
    }
    return new Decision(
        Outcome.WARNED,
        hopeless.get() + (isLate(job, nowMillis) ? " It runs as best effort." : ""));
  }

  /**
   * Decides on a job that was accepted before, by whatever rules: it is never refused, and what the
   * budget was at its submission is not known any more.
   */
  public static Decision decideAgain(Request job, Queue queue) {
    return denialOfRights(job, queue)
        .map(why -> new Decision(Outcome.BEST_EFFORT, why + " It runs without a deadline."))
        .orElseGet(() -> new Decision(Outcome.ACCEPTED, ""));
  }

  private static Optional<String> denialOfRights(Request job, Queue queue) {
    if (!queue.mayHaveDeadlines()) {
      return Optional.of(
          "Its user may not submit jobs with deadlines to the queue " + queue.name() + ".");
    }
    OptionalDouble most = queue.rules().mostValue();
    if (most.isPresent() && job.goal.value() > most.getAsDouble()) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "Its value (%s) is more than the queue %s grants; it must be at most %s.",
              job.goal.value(),
              queue.name(),
              most.getAsDouble()));
    }
    return Optional.empty();
  }

  private static Optional<String> denialOfBudget(Request job, Queue queue, long nowMillis) {
    OptionalDouble share = queue.rules().share();
    double guaranteedTasks = share.isEmpty() ? 0 : queue.guaranteedTasks();
    if (guaranteedTasks <= 0 || job.deadlineMillis() <= nowMillis) {
      return Optional.empty(); // What is late already runs on as a best-effort job.
    }
    DeadlineBudget budget = new DeadlineBudget(share.getAsDouble() * guaranteedTasks);
    Commitment more = Commitment.of(job.estimate, job.submitMillis, job.deadlineMillis());
    if (budget.hasRoomFor(more, queue.outstanding(), nowMillis)) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "The queue %s has no room for another deadline at that time: %.0f %% of it, %.1f tasks at once,"
                + " can't do the work of this job, %s, until then%s.",
            queue.name(),
            100 * share.getAsDouble(),
            budget.tasksAtOnce(),
            Durations.text(more.workMillis()),
            besides(queue.outstanding())));
  }

  /** What others hold of the budget; empty if they hold none. */
  private static String besides(Iterable<Commitment> outstanding) {
    int deadlines = 0;
    double workMillis = 0;
    for (Commitment accepted : outstanding) {
      deadlines++;
      workMillis += accepted.workMillis();
    }
    return deadlines == 0
        ? ""
        : ", besides the "
            + Durations.text(workMillis)
            + " that are left of "
            + Counts.of(deadlines, "deadline")
            + " accepted before";
  }

  private static boolean isLate(Request job, long nowMillis) {
    return job.deadlineMillis() <= Math.max(nowMillis, job.submitMillis);
  }

  private static Optional<String> hopeless(Request job, Queue queue, long nowMillis) {
    if (isLate(job, nowMillis)) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "Its deadline had passed %s before it was submitted.",
              Durations.text(
                  (double) Math.max(nowMillis, job.submitMillis) - job.deadlineMillis())));
    }
    OptionalDouble miss =
        BestCase.missProbability(job.estimate, queue.mostTasks(), nowMillis, job.deadlineMillis());
    if (miss.isEmpty() || miss.getAsDouble() < BestCase.CERTAIN) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "It is certain to miss its deadline in %s: even alone in the queue %s it would miss it"
                + " with probability %.2f; runtime with all tasks at once p10 %s, p50 %s, from %s"
                + " of such jobs.",
            Durations.text((double) job.deadlineMillis() - nowMillis),
            queue.name(),
            miss.getAsDouble(),
            Durations.text(job.estimate.orElseThrow().span().quantile(0.1)),
            Durations.text(job.estimate.orElseThrow().span().quantile(0.5)),
            Counts.of(job.estimate.orElseThrow().basis().samples(), "run")));
  }
}
