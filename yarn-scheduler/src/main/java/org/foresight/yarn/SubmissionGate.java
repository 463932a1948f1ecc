package org.foresight.yarn;

import com.google.common.collect.ImmutableList;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AccessControlList;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.HostClock;
import org.foresight.planner.admission.Admission;
import org.foresight.planner.admission.Admission.Outcome;
import org.foresight.planner.admission.AdmissionRules;
import org.foresight.planner.admission.Commitment;
import org.foresight.planner.admission.DeadlineLedger;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.predictor.RuntimePredictor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at what applications want before CapacityScheduler accepts them: in queues that are on an
 * application is refused if what it says can't be read, or if its deadline is not to be had; in
 * those in shadow mode it is only said what would be. An application that is recovered, or was
 * there before its queue was switched on, is never refused.
 *
 * <p>Whoever is accepted or refused with a deadline gets a line in the log of {@link #AUDIT}.
 *
 * <p>Thread-safe. A submission is looked at by the thread that gives the scheduler its events,
 * without any lock of YARN's; of one without a deadline only what it says is read. A deadline costs
 * a prediction, a fraction of a millisecond, of a predictor that must answer in time, and, where a
 * queue names groups, a look-up of the user's groups, which Hadoop remembers for some minutes.
 */
final class SubmissionGate {
  private static final Logger LOG = LoggerFactory.getLogger(SubmissionGate.class);

  /** The name of the log of deadlines. */
  static final String AUDIT = "org.foresight.yarn.audit";

  private final Supplier<ForesightConfiguration> configuration;
  private final RuntimePredictor predictor;
  private final DeadlineLedger ledger;
  private final QueueRoom room;
  private final HostClock clock;
  private final Consumer<String> audit;

  /** The goals of applications that CapacityScheduler has not accepted yet. */
  private final Map<ApplicationId, JobGoal> passed = new ConcurrentHashMap<>();

  /**
   * @param configuration the one in force
   * @param predictor one that does not keep its caller waiting
   * @param clock the time by which deadlines have passed
   * @param audit takes a line on each deadline
   */
  SubmissionGate(
      Supplier<ForesightConfiguration> configuration,
      RuntimePredictor predictor,
      QueueRoom room,
      HostClock clock,
      Consumer<String> audit) {
    this.configuration = configuration;
    this.predictor = predictor;
    this.ledger = new DeadlineLedger(predictor);
    this.room = room;
    this.clock = clock;
    this.audit = audit;
  }

  /** Keeps what deadlines still take of their queues. */
  void onEvent(ClusterEvent event) {
    ledger.onEvent(event);
  }

  /** An application is in the leaf queue of this path now. */
  void moved(ApplicationId id, String queuePath) {
    ledger.moved(id.toString(), queuePath);
  }

  /**
   * Looks at an application that is submitted to the leaf queue of this path, before
   * CapacityScheduler knows of it.
   *
   * @return why it is refused, for its user; empty if it is not
   */
  Optional<String> refusal(RMApp app, String queuePath) {
    Mode mode = configuration.get().modes().of(queuePath);
    if (mode == Mode.OFF) {
      return Optional.empty();
    }
    GoalParser.Parsed parsed = parse(app, queuePath);
    if (!parsed.malformed().isEmpty()) {
      String why = String.join(" ", parsed.malformed());
      audit(
          Arrival.SUBMISSION, app, queuePath, parsed, new Admission.Decision(Outcome.REFUSED, why));
      if (mode == Mode.ON) {
        return Optional.of(sentence(app, why));
      }
    }
    Admission.Decision decision = decide(app, queuePath, parsed);
    if (mode != Mode.ON) {
      return Optional.empty();
    }
    if (decision.outcome() == Outcome.REFUSED) {
      return Optional.of(sentence(app, decision.reason()));
    }
    passed.put(
        app.getApplicationId(),
        decision.outcome() == Outcome.BEST_EFFORT ? parsed.goal().asBestEffort() : parsed.goal());
    warn(app, parsed.remarks(), decision.reason());
    return Optional.empty();
  }

  private Admission.Decision decide(RMApp app, String queuePath, GoalParser.Parsed parsed) {
    if (!parsed.goal().isSlo()) {
      parsed
          .uselessDeadline()
          .ifPresent(
              why ->
                  audit(
                      Arrival.SUBMISSION,
                      app,
                      queuePath,
                      parsed,
                      new Admission.Decision(Outcome.WARNED, why)));
      return new Admission.Decision(Outcome.ACCEPTED, "");
    }
    Admission.Decision decision =
        Admission.decide(
            request(app, queuePath, parsed), new LeafQueue(queuePath, app), clock.millis());
    audit(Arrival.SUBMISSION, app, queuePath, parsed, decision);
    return decision;
  }

  private Admission.Request request(RMApp app, String queuePath, GoalParser.Parsed parsed) {
    return new Admission.Request(
        parsed.goal(),
        !parsed.isDeadlineOfQueue(),
        app.getSubmitTime(),
        predictor.predict(EventTranslator.features(app, queuePath)));
  }

  private static String sentence(RMApp app, String why) {
    return "Foresight refuses application " + app.getApplicationId() + ": " + why;
  }

  /** What its user sees of the application's state until it ends. */
  private static void warn(RMApp app, ImmutableList<String> remarks, String reason) {
    String warning = (String.join(" ", remarks) + " " + reason).trim();
    if (!warning.isEmpty()) {
      // Until CapacityScheduler has accepted it nobody else writes there, and it has no attempt
      // whose diagnostics this could be a copy of.
      app.getDiagnostics().append("Foresight: ").append(warning).append('\n');
    }
  }

  /**
   * What an application wants that CapacityScheduler has accepted in the leaf queue of this path.
   */
  JobGoal goal(RMApp app, String queuePath, Arrival arrival) {
    JobGoal known = passed.remove(app.getApplicationId());
    return known != null ? known : goalAgain(app, queuePath, arrival);
  }

  /**
   * Of an application that did not come through the gate. What it wants is read in queues that are
   * off, too, for these may be switched on, but nothing is said of it there.
   */
  private JobGoal goalAgain(RMApp app, String queuePath, Arrival arrival) {
    GoalParser.Parsed parsed = parse(app, queuePath);
    Mode mode = configuration.get().modes().of(queuePath);
    if (mode != Mode.OFF) {
      for (String problem : parsed.problems()) {
        LOG.warn(
            "Application {}: {}",
            app.getApplicationId(),
            AuditLine.escaped(ShortText.ofSentences(problem)));
      }
    }
    if (!parsed.goal().isSlo() || mode != Mode.ON) {
      return parsed.goal();
    }
    Admission.Decision decision =
        Admission.decideAgain(
            new Admission.Request(
                parsed.goal(), !parsed.isDeadlineOfQueue(), app.getSubmitTime(), Optional.empty()),
            new LeafQueue(queuePath, app));
    audit(arrival, app, queuePath, parsed, decision);
    return decision.outcome() == Outcome.BEST_EFFORT ? parsed.goal().asBestEffort() : parsed.goal();
  }

  /** An application that will not be asked for any more. */
  void forget(ApplicationId id) {
    passed.remove(id);
  }

  private GoalParser.Parsed parse(RMApp app, String queuePath) {
    return GoalParser.parse(
        app.getApplicationTags(),
        app.getApplicationSchedulingEnvs(),
        configuration.get().queueGoal(queuePath),
        app.getSubmitTime());
  }

  private void audit(
      Arrival arrival,
      RMApp app,
      String queuePath,
      GoalParser.Parsed parsed,
      Admission.Decision decision) {
    JobGoal goal = parsed.goal();
    AuditLine line =
        new AuditLine()
            .with("outcome", decision.outcome().name().toLowerCase(Locale.ROOT))
            .with("at", arrival.word())
            .with("application", app.getApplicationId())
            .with("user", ShortText.of(app.getUser()))
            .with("name", ShortText.of(app.getName()))
            .with("queue", ShortText.of(queuePath))
            .with("mode", configuration.get().modes().of(queuePath).text())
            .with("submitted", Instant.ofEpochMilli(app.getSubmitTime()));
    goal.deadlineMillis()
        .ifPresent(
            deadline ->
                line.with("deadline", Instant.ofEpochMilli(deadline)).with("value", goal.value()));
    parsed.deadlineSource().ifPresent(source -> line.with("source", source));
    if (!decision.reason().isEmpty()) {
      line.with("reason", ShortText.ofSentences(decision.reason()));
    }
    audit.accept(line.toString());
  }

  /** The queue as it is for the user of an application. */
  private final class LeafQueue implements Admission.Queue {
    private final String path;
    private final RMApp app;

    LeafQueue(String path, RMApp app) {
      this.path = path;
      this.app = app;
    }

    @Override
    public String name() {
      return path;
    }

    @Override
    public AdmissionRules rules() {
      return configuration.get().submission().at(path);
    }

    @Override
    public boolean mayHaveDeadlines() {
      AccessControlList users = configuration.get().submission().usersAt(path);
      // Groups are looked up only if the list names some and the user is not on it.
      return users.isUserAllowed(UserGroupInformation.createRemoteUser(app.getUser()));
    }

    @Override
    public long mostTasks() {
      return room.mostTasks(path);
    }

    @Override
    public double guaranteedTasks() {
      return room.guaranteedTasks(path);
    }

    @Override
    public ImmutableList<Commitment> outstanding() {
      return ledger.outstanding(path, clock.millis(), clock.steadyMillis());
    }
  }
}
