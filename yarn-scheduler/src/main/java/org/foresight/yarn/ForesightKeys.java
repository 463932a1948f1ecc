package org.foresight.yarn;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.Optional;
import org.foresight.planner.admission.AdmissionRules;
import org.foresight.planner.policy.BigcSettings;
import org.foresight.planner.policy.GsSettings;
import org.foresight.planner.policy.KairosSettings.TieRule;
import org.foresight.planner.policy.Policies;
import org.foresight.planner.policy.ThreeSigmaSettings;
import org.foresight.planner.solver.PlanSolvers;
import org.foresight.predictor.Predictors;
import org.foresight.yarn.Key.Reload;

/**
 * All keys of Foresight's, in the order in which people read of them. The defaults file in the jar,
 * the example in conf/ and the table in docs/configuration.md are made from them by a test.
 */
final class ForesightKeys {

  static final String PREFIX = "foresight.";

  /** What comes before the path in the keys of queues. */
  static final String QUEUE_PREFIX = PREFIX + "queue.";

  /** What the keys of agents in NodeManagers begin with, which may stand in the same file. */
  static final String AGENT_PREFIX = PREFIX + "agent.";

  /** Stands for a queue's path in the names of the keys of queues. */
  static final String QUEUE_PATH = "<queue path>";

  /** The key by which queues were named before there were modes. */
  static final String FORMER_QUEUES = PREFIX + "queues";

  /** What {@link #HISTORY} was called while a history was one file; still read in its absence. */
  static final String FORMER_HISTORY = PREFIX + "history.file";

  /** A day: more is a slip, and would overflow where durations are counted in nanoseconds. */
  private static final long LONGEST_MILLIS = 86_400_000;

  /**
   * The columns of a job that is as long as the look-ahead grow with its square: 2 MB at this
   * number, gigabytes, and the end of the ResourceManager, at fifty times as many.
   */
  private static final int MOST_SLOTS = 200;

  private static final int MOST_JOBS = 1_000_000;

  private static final int MOST_TIMES = 1_000;
  private static final int MOST_TASKS = 1_000_000;

  private static final ThreeSigmaSettings DEFAULTS = ThreeSigmaSettings.DEFAULT;

  static final Key<Boolean> ENABLED =
      key(
          "enabled",
          KeyKind.flag(),
          true,
          Reload.AT_ONCE,
          """
          The switch for trouble. false: all queues are off, whatever their modes say, and go back \
          to these modes when it is true again.""");

  static final Key<Mode> MODE =
      key(
          "mode",
          KeyKind.mode(),
          Mode.OFF.text(),
          Reload.AT_ONCE,
          """
          What Foresight does with the leaf queues that have no mode of their own. off: nothing, \
          they are CapacityScheduler's; shadow: it plans for them, logs what it would do and how \
          well it predicts, and changes nothing; on: it schedules them.""");

  static final Key<String> POLICY =
      key(
          "policy",
          KeyKind.oneOf(ImmutableSet.copyOf(Policies.names())),
          "foresight",
          Reload.AT_ONCE,
          """
          How to plan. foresight: jobs with deadlines by predicted runtimes, the others in the \
          room that is left, those with the least work left first, by history and their own first \
          tasks (pilots); threesigma: all jobs by predicted runtimes and deadlines; fifo: in the \
          order of submission; fair: every job the same part of the cluster (dominant resource \
          fairness); las: jobs that have run little so far first; slearn: small jobs first, by \
          pilots; slearn-dag: the same, later stages by history; gs-posterior: the same by history \
          and pilots together; kairos: in the order of submission, to the nodes with the fewest \
          tasks, which take more than they have cores for where they suspend tasks that have run \
          for long; bigc: in the order of submission, jobs with short tasks first, for which those \
          with long ones make way. All but foresight, threesigma and its variants ignore deadlines. \
          To compare with: pointrealest, threesigma-nodist, threesigma-nooe and threesigma-noadapt are \
          threesigma with parts of it switched off; gs-3sigma, gs-3sigma-tl, gs-point, gs-las and \
          gs-fifo are what slearn was compared with.""");

  static final Key<String> SOLVER =
      key(
          "solver",
          KeyKind.oneOf(PlanSolvers.names()),
          PlanSolvers.DEFAULT,
          Reload.AT_ONCE,
          """
          Who solves the plans of foresight and threesigma. default: a heuristic, and branch and bound as a \
          second opinion on small plans; lagrangian: the heuristic alone; greedy: the fastest and \
          worst one; exact, ojalgo: the heuristic, then our branch and bound or ojAlgo's, for \
          small plans.""");

  static final Key<String> PREDICTOR =
      key(
          "predictor",
          KeyKind.oneOf(Predictors.names()),
          Predictors.DEFAULT,
          Reload.RESTART,
          """
          Where policies have the runtimes of history from. default: a calibrated mixture of the last runs of \
          similar jobs; history-3sigma: 3Sigma's predictor as published.""");

  static final Key<Long> CYCLE =
      key(
          "cycle-millis",
          KeyKind.millis(1, LONGEST_MILLIS),
          DEFAULTS.cycleMillis(),
          Reload.AT_ONCE,
          """
          Shortest time from the start of one plan to the start of the next. Where planning would \
          take more than a tenth of the machine's processors, up to four times as much passes.""");

  static final Key<Long> SLOT =
      key(
          "slot-millis",
          KeyKind.millis(1, LONGEST_MILLIS),
          DEFAULTS.slotMillis(),
          Reload.AT_ONCE,
          """
          Length of a slot, the unit in which starts are planned. Shorter is more precise and \
          more work.""");

  static final Key<Integer> LOOK_AHEAD =
      key(
          "look-ahead-slots",
          KeyKind.count("slots", 1, MOST_SLOTS),
          DEFAULTS.lookAheadSlots(),
          Reload.AT_ONCE,
          """
          How many slots ahead a start may be planned. A plan takes time and memory by the square \
          of it.""");

  static final Key<Long> DEADLINE_MARGIN =
      key(
          "deadline-margin-millis",
          KeyKind.millis(0, LONGEST_MILLIS),
          DEFAULTS.deadlineMarginMillis(),
          Reload.AT_ONCE,
          """
          How long before its deadline a job is planned to end: room for heartbeats and the start \
          of containers, which no runtime contains.""");

  static final Key<Long> MASTER_LEAD =
      key(
          "am-lead-millis",
          KeyKind.millis(0, LONGEST_MILLIS),
          DEFAULTS.masterLeadMillis(),
          Reload.AT_ONCE,
          "How long before a job's planned start its application master may start.");

  static final Key<Integer> THIN_LIMIT =
      key(
          "thin-limit",
          KeyKind.count("tasks", 0, MOST_TASKS),
          GsSettings.DEFAULT.thinLimit(),
          Reload.AT_ONCE,
          """
          Jobs of fewer tasks run no pilots ahead. Of the policies foresight, slearn, slearn-dag \
          and gs-posterior; gs-3sigma-tl serves such jobs first.""");

  static final Key<Integer> PILOT_PERCENT =
      key(
          "pilot-percent",
          KeyKind.count("percent", 0, 100),
          GsSettings.DEFAULT.fixedRatioPercent(),
          Reload.AT_ONCE,
          """
          Which part of a job's tasks are pilots, at least one task. Of the policies foresight, \
          slearn, slearn-dag and gs-posterior. 0: of slearn and slearn-dag from 1 to 5 percent, \
          whatever let recent jobs end soonest; of foresight and gs-posterior 3 percent.""");

  static final Key<Long> PILOT_PATIENCE =
      key(
          "pilot-patience-millis",
          KeyKind.millis(1, LONGEST_MILLIS),
          GsSettings.DEFAULT.pilotPatienceMillis(),
          Reload.AT_ONCE,
          """
          How long a pilot may run before its job waits for it no more. Where history knows the \
          job, foresight and gs-posterior go by the 99th percentile of its tasks instead, slearn \
          and slearn-dag by the longer of both.""");

  static final Key<Optional<Boolean>> LAS =
      key(
          "las",
          KeyKind.byPolicyOr(KeyKind.flag()),
          KeyKind.BY_POLICY,
          Reload.AT_ONCE,
          """
          Whether best-effort tasks make way for others on nodes with Foresight's agent, which lets \
          those that have run for the shortest time go on. Nothing is killed for that. policy: \
          under foresight; true: under all policies; false: under none. Under kairos they always \
          do, and under bigc those of long jobs for short ones.""");

  static final Key<Optional<Integer>> LAS_QUEUE_BOUND =
      key(
          "las.queue-bound",
          KeyKind.byPolicyOr(KeyKind.count("virtual cores", 0, MOST_TASKS)),
          KeyKind.BY_POLICY,
          Reload.AT_ONCE,
          """
          How many virtual cores of best-effort tasks a node with an agent takes beyond those that \
          it has. policy: 4 under kairos, fifo, fair, las, gs-las and gs-fifo; 0 under those that \
          know of sizes or deadlines: there tasks wait for a free core, and only jobs with \
          deadlines, services and application masters start without one.""");

  static final Key<TieRule> LAS_TIES =
      key(
          "las.ties",
          KeyKind.constant(TieRule.class),
          "variance",
          Reload.AT_ONCE,
          """
          Which of the nodes with equally few tasks kairos prefers. variance: the one whose tasks \
          differ least in how long they have run; sum: the one whose tasks have run the shortest \
          time together; random: any.""");

  static final Key<Long> BIGC_CUTOFF =
      key(
          "bigc.cutoff-millis",
          KeyKind.millis(1, LONGEST_MILLIS),
          Math.round(BigcSettings.DEFAULT.cutoffMillis()),
          Reload.AT_ONCE,
          """
          Under bigc: from which expected mean runtime of its tasks on a job is long.""");

  static final Key<Integer> BIGC_SHORT =
      key(
          "bigc.short-percent",
          KeyKind.count("percent", 1, 99),
          (int) Math.round(100 * BigcSettings.DEFAULT.shortShare()),
          Reload.AT_ONCE,
          """
          Under bigc: how much of the cluster short jobs are guaranteed; the rest long ones are.""");

  static final Key<Long> PLANNER_TIMEOUT =
      key(
          "planner-timeout-millis",
          KeyKind.millis(1, LONGEST_MILLIS),
          1_000,
          Reload.AT_ONCE,
          """
          How long the planner may be silent until CapacityScheduler's own order takes over, \
          which lasts until the planner answers again. A solver within its budget is not silent.\
          """);

  static final Key<Boolean> PREEMPTION =
      key(
          "preemption",
          KeyKind.flag(),
          false,
          Reload.AT_ONCE,
          """
          Whether containers of best-effort jobs may be stopped where a job with a deadline could \
          not meet it otherwise, in the queues that are on and have no setting of their own. Only \
          foresight, threesigma and its variants stop any. CapacityScheduler's disable_preemption of a queue \
          keeps its containers safe.""");

  static final Key<Long> PREEMPTION_GRACE =
      key(
          "preemption.grace-millis",
          KeyKind.millis(0, LONGEST_MILLIS),
          5_000,
          Reload.AT_ONCE,
          """
          How long a container that is to be stopped may go on after its application master was \
          told, so that it can save its work or end another one instead.""");

  static final Key<Integer> PREEMPTION_MOST =
      key(
          "preemption.most-per-job",
          KeyKind.count("times", 1, MOST_TIMES),
          5,
          Reload.AT_ONCE,
          """
          How many times containers of one job may be stopped within \
          foresight.preemption.window-millis; all that one plan stops of it are one time.""");

  static final Key<Long> PREEMPTION_WINDOW =
      key(
          "preemption.window-millis",
          KeyKind.millis(1, LONGEST_MILLIS),
          600_000,
          Reload.AT_ONCE,
          "The length of any time to which foresight.preemption.most-per-job applies.");

  static final Key<Optional<HistoryLocation>> HISTORY =
      key(
          "history.dir",
          KeyKind.history(),
          "",
          Reload.RESTART,
          """
          Folder in which finished jobs are remembered across restarts: a path of the local file \
          system, such as /var/lib/hadoop-yarn/foresight-history, or the URI of a folder of any \
          file system that Hadoop knows, such as hdfs://nameservice/foresight/history, which a \
          failover needs. The ResourceManager's user must be able to write it. Empty: jobs are \
          remembered in memory only. The former key foresight.history.file is read in its \
          absence, and a file there becomes a folder.""");

  static final Key<Boolean> WEB =
      key(
          "web",
          KeyKind.flag(),
          true,
          Reload.RESTART,
          """
          Whether Foresight answers in the ResourceManager's web server: its REST service, its \
          page, and with them the foresight command's questions. false: its filter is not added to \
          that server.""");

  static final Key<Integer> SHADOW_SUMMARY =
      key(
          "shadow.summary-jobs",
          KeyKind.count("jobs", 1, MOST_JOBS),
          100,
          Reload.AT_ONCE,
          """
          After how many finished jobs of queues in shadow mode the log gets a line on how good \
          the predictions were. There is one too when a queue leaves shadow mode.""");

  static final Key<Mode> QUEUE_MODE =
      queueKey(
          "mode",
          KeyKind.mode(),
          Reload.AT_ONCE,
          "What Foresight does with the queue, see foresight.mode.");

  static final Key<Boolean> QUEUE_PREEMPTION =
      queueKey(
          "preemption",
          KeyKind.flag(),
          Reload.AT_ONCE,
          "Whether containers of the queue may be stopped, see foresight.preemption.");

  static final Key<String> QUEUE_DEADLINE =
      queueKey(
          GoalParser.DEADLINE,
          KeyKind.goal(GoalParser.DEADLINE),
          Reload.NEW_APPLICATIONS,
          "Deadline of the jobs that name none.");

  static final Key<String> QUEUE_CLASS =
      queueKey(
          GoalParser.CLASS,
          KeyKind.goal(GoalParser.CLASS),
          Reload.NEW_APPLICATIONS,
          """
          What jobs are that don't say so: slo: they have a deadline; be: best effort, without one; \
          service: they run until somebody ends them, nothing is predicted of them.""");

  static final Key<String> QUEUE_GANG =
      queueKey(
          GoalParser.GANG,
          KeyKind.goal(GoalParser.GANG),
          Reload.NEW_APPLICATIONS,
          "true: all tasks of a job start together, or none.");

  static final Key<String> QUEUE_VALUE =
      queueKey(
          GoalParser.VALUE,
          KeyKind.goal(GoalParser.VALUE),
          Reload.NEW_APPLICATIONS,
          "What it is worth that a job with a deadline meets it, as a multiple of the usual.");

  static final Key<String> QUEUE_PREFER =
      queueKey(
          GoalParser.PREFER,
          KeyKind.goal(GoalParser.PREFER),
          Reload.NEW_APPLICATIONS,
          "Nodes on which jobs run faster, and by which factor they run longer elsewhere.");

  static final Key<String> QUEUE_MAX_WAIT =
      queueKey(
          GoalParser.MAX_WAIT,
          KeyKind.goal(GoalParser.MAX_WAIT),
          Reload.NEW_APPLICATIONS,
          """
          How long after its submission the first task of a job must have started; else it is \
          ended.""");

  static final Key<AdmissionRules.Hopeless> QUEUE_HOPELESS =
      queueKey(
          "hopeless-deadlines",
          KeyKind.constant(AdmissionRules.Hopeless.class),
          Reload.NEW_APPLICATIONS,
          """
          What becomes of a job that is certain to miss its deadline: that would miss it with \
          probability 0.9 or more even if it were alone in the queue, or whose deadline has passed. \
          warn, which is also what happens where nothing is said: it is accepted, with a warning in \
          its diagnostics; refuse: it is refused.""");

  static final Key<AdmissionRules.Denied> QUEUE_DENIED =
      queueKey(
          "denied-deadlines",
          KeyKind.constant(AdmissionRules.Denied.class),
          Reload.NEW_APPLICATIONS,
          """
          What becomes of a job whose deadline the queue does not grant, by the following three \
          keys. refuse, which is also what happens where nothing is said: it is refused; \
          best-effort: it runs without a deadline, with a warning in its diagnostics.""");

  static final Key<String> QUEUE_DEADLINE_ACL =
      queueKey(
          "deadline-acl",
          KeyKind.accessControlList(),
          Reload.NEW_APPLICATIONS,
          """
          Who may have deadlines, of those who may submit to the queue; everybody where nothing is \
          said.""");

  static final Key<Double> QUEUE_MOST_VALUE =
      queueKey(
          "most-value",
          KeyKind.number(0.001, 1_000),
          Reload.NEW_APPLICATIONS,
          "The greatest value that a job may have.");

  static final Key<Double> QUEUE_DEADLINE_SHARE =
      queueKey(
          "deadline-share",
          KeyKind.number(0.001, 1),
          Reload.NEW_APPLICATIONS,
          """
          The part of a leaf queue's guaranteed capacity that deadlines may take: until any time, \
          the expected work of the jobs whose deadlines fall before it may not be more than that \
          part can do until then. Not limited where nothing is said.""");

  /** Every key but those of queues and those of former names. */
  static final ImmutableList<Key<?>> ALL =
      ImmutableList.of(
          ENABLED,
          MODE,
          POLICY,
          SOLVER,
          PREDICTOR,
          CYCLE,
          SLOT,
          LOOK_AHEAD,
          DEADLINE_MARGIN,
          MASTER_LEAD,
          THIN_LIMIT,
          PILOT_PERCENT,
          PILOT_PATIENCE,
          LAS,
          LAS_QUEUE_BOUND,
          LAS_TIES,
          BIGC_CUTOFF,
          BIGC_SHORT,
          PLANNER_TIMEOUT,
          PREEMPTION,
          PREEMPTION_GRACE,
          PREEMPTION_MOST,
          PREEMPTION_WINDOW,
          HISTORY,
          WEB,
          SHADOW_SUMMARY);

  /** What a queue's jobs want if they don't say so themselves. */
  static final ImmutableList<Key<String>> QUEUE_GOALS =
      ImmutableList.of(
          QUEUE_DEADLINE, QUEUE_CLASS, QUEUE_GANG, QUEUE_VALUE, QUEUE_PREFER, QUEUE_MAX_WAIT);

  /** The keys that are said of a queue and hold for all queues below it. */
  static final ImmutableList<Key<?>> OF_QUEUES =
      ImmutableList.<Key<?>>builder()
          .add(QUEUE_MODE)
          .add(QUEUE_PREEMPTION)
          .addAll(QUEUE_GOALS)
          .add(QUEUE_HOPELESS)
          .add(QUEUE_DENIED)
          .add(QUEUE_DEADLINE_ACL)
          .add(QUEUE_MOST_VALUE)
          .add(QUEUE_DEADLINE_SHARE)
          .build();

  private ForesightKeys() {}

  private static <T> Key<T> key(
      String name, KeyKind<T> kind, Object defaultValue, Reload reload, String description) {
    return new Key<>(
        PREFIX + name, kind, Optional.of(defaultValue.toString()), reload, description);
  }

  private static <T> Key<T> queueKey(
      String suffix, KeyKind<T> kind, Reload reload, String description) {
    return new Key<>(
        QUEUE_PREFIX + QUEUE_PATH + "." + suffix, kind, Optional.empty(), reload, description);
  }
}
