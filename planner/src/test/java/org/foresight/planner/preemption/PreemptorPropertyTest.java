package org.foresight.planner.preemption;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.foresight.planner.Plan;
import org.foresight.planner.Preemption;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.KeptRoom;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.policy.PrioPolicy;
import org.foresight.planner.preemption.SlowCluster.Job;
import org.foresight.planner.preemption.SlowCluster.Task;
import org.jspecify.annotations.Nullable;

/** Whatever happens in whichever order, of what a policy wishes only what is right is done. */
class PreemptorPropertyTest {
  private static final PreemptionSettings SETTINGS =
      new PreemptionSettings(3_000, 6_000, 2, 20_000);
  private static final String LABEL = "gpu";
  private static final JobGoal SLO = JobGoal.by(Instant.ofEpochMilli(5_000_000_000L));
  private static final JobGoal SLO_GANG = new JobGoal(SLO.deadlineMillis(), true);
  private static final JobGoal BE_GANG = new JobGoal(OptionalLong.empty(), true);

  private enum Happening {
    SUBMISSION,
    END,
    CONFIRMATION,
    TIME,
    STEP_OF_THE_CLOCK,
    PLAN,
    STOP,
    DISPATCH,
    OUTSIDER,
    FORBIDDEN,
    NO_PLANNER
  }

  private record Step(Happening what, int choice, int size) {}

  @Property(tries = 500)
  void onlyWhatIsRightIsDone(@ForAll("steps") List<Step> steps) {
    Run run = new Run();
    for (Step step : steps) {
      run.take(step);
      run.assertInvariants();
    }
    run.assertEnds();
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Happening> happenings =
        Arbitraries.frequencyOf(
            Tuple.of(5, Arbitraries.of(Happening.SUBMISSION)),
            Tuple.of(3, Arbitraries.of(Happening.END)),
            Tuple.of(8, Arbitraries.of(Happening.CONFIRMATION)),
            Tuple.of(8, Arbitraries.of(Happening.TIME)),
            Tuple.of(9, Arbitraries.of(Happening.PLAN)),
            Tuple.of(8, Arbitraries.of(Happening.STOP)),
            Tuple.of(8, Arbitraries.of(Happening.DISPATCH)),
            Tuple.of(
                2,
                Arbitraries.of(
                    Happening.OUTSIDER,
                    Happening.FORBIDDEN,
                    Happening.NO_PLANNER,
                    Happening.STEP_OF_THE_CLOCK)));
    return Combinators.combine(
            happenings, Arbitraries.integers().between(0, 99), Arbitraries.integers().between(1, 4))
        .as(Step::new)
        .list()
        .ofMaxSize(80);
  }

  private static final class Run {
    private final SlowCluster cluster = new SlowCluster(SETTINGS);
    private final SchedulingPolicy policy = PrioPolicy.strict();
    private final Job outsider;
    private final Map<String, Long> toldMillis = new HashMap<>();
    private final Map<String, List<Long>> occasionsMillis = new HashMap<>();
    private @Nullable Plan plan;
    private int jobs;

    Run() {
      cluster.node("n0", 4);
      cluster.node("n1", "", SlowCluster.slots(4, 2));
      cluster.node("n2", 3);
      cluster.node("n3", LABEL, SlowCluster.slots(4, 1));
      outsider = cluster.job("outsider", JobGoal.BEST_EFFORT);
      outsider.mayBeStopped = false;
    }

    void take(Step step) {
      switch (step.what()) {
        case SUBMISSION -> submit(step);
        case END -> pick(cluster.running, step).ifPresent(task -> cluster.end(task.id()));
        case CONFIRMATION -> pick(ended(), step).ifPresent(task -> cluster.confirm(task.id()));
        case TIME -> cluster.nowMillis += 1_000L * step.size();
        case STEP_OF_THE_CLOCK ->
            cluster.step((step.choice() % 2 == 0 ? 1 : -1) * 1_000_000L * step.size());
        case PLAN -> plan();
        case STOP -> stop();
        case DISPATCH -> {
          if (plan != null) {
            cluster.dispatch(policy, plan);
          }
        }
        case OUTSIDER -> {
          String node = "n" + step.choice() % cluster.nodeIds().size();
          if (SlowCluster.slots(step.size()).fitsIn(cluster.free(node))) {
            cluster.start(outsider, node, step.size());
          }
        }
        case FORBIDDEN ->
            cluster.jobs.values().stream()
                .filter(job -> job != outsider)
                .skip(step.choice() % (jobs + 1))
                .findFirst()
                .ifPresent(job -> job.mayBeStopped = !job.mayBeStopped);
        case NO_PLANNER -> cluster.preemptor.giveUpAll();
      }
    }

    private void submit(Step step) {
      JobGoal goal =
          List.of(JobGoal.BEST_EFFORT, JobGoal.BEST_EFFORT, BE_GANG, SLO, SLO_GANG)
              .get(step.choice() % 5);
      Job job = cluster.job("job" + jobs++, goal);
      job.slots = 1 + step.choice() % 3;
      job.partition = step.choice() / 5 % 3 == 0 ? LABEL : "";
      job.gpus = step.choice() / 15 % 3 == 0 ? 1 : 0;
      job.waits = step.size();
    }

    private Map<String, Task> ended() {
      Map<String, Task> ended = new LinkedHashMap<>(cluster.onNodes);
      ended.keySet().removeAll(cluster.running.keySet());
      return ended;
    }

    private static Optional<Task> pick(Map<String, Task> tasks, Step step) {
      return tasks.values().stream().skip(step.choice() % (tasks.size() + 1)).findFirst();
    }

    private void plan() {
      Plan made = policy.plan(cluster.expected(), cluster.nowMillis, () -> false);
      plan = made;
      ImmutableList<Preemption> told = cluster.review(made);
      told.forEach(task -> assertMayBeStopped(task));
      told.forEach(task -> toldMillis.put(task.taskId(), cluster.steadyMillis()));
      told.stream()
          .map(Preemption::jobId)
          .distinct()
          .forEach(
              job ->
                  occasionsMillis
                      .computeIfAbsent(job, id -> new ArrayList<>())
                      .add(cluster.steadyMillis()));
      assertGangsAreWhole(told);
      assertNobodyHasMoreThanItWaitsFor();
    }

    private void stop() {
      Map<String, Task> before = Map.copyOf(cluster.running);
      ImmutableList<Preemption> stopped = cluster.stopDue();
      for (Preemption each : stopped) {
        Task task = Objects.requireNonNull(before.get(each.taskId()), "It does not run.");
        assertThat(task.job().mayBeStopped).isTrue();
        assertThat(task.job().goal.isSlo()).isFalse();
        assertThat(cluster.steadyMillis() - toldMillis.getOrDefault(each.taskId(), Long.MAX_VALUE))
            .as("grace")
            .isGreaterThanOrEqualTo(SETTINGS.graceMillis());
        if (!task.job().goal.gang()) {
          ResourceVector kept = kept(task.node());
          ResourceVector coming = cluster.free(task.node()).plus(underWay(task.node()));
          assertThat(kept).as("room that is needed").matches(room -> room.fitsIn(coming));
          assertThat(kept)
              .as("room that would not be there otherwise")
              .matches(room -> !room.fitsIn(coming.minus(task.held())));
        }
      }
      assertGangsAreWhole(stopped);
      assertNobodyHasMoreThanItWaitsFor();
    }

    private void assertMayBeStopped(Preemption preemption) {
      Task task =
          Objects.requireNonNull(cluster.running.get(preemption.taskId()), "It does not run.");
      assertThat(task.kind()).isEqualTo(TaskAsk.Kind.TASK);
      assertThat(task.job().mayBeStopped).isTrue();
      assertThat(task.job().goal.isSlo()).isFalse();
      Job beneficiary = Objects.requireNonNull(cluster.jobs.get(preemption.beneficiary()));
      assertThat(task.partition()).as("where it asks").isEqualTo(beneficiary.partition);
    }

    /** Of a gang whose tasks are stopped none is left that is not. */
    private void assertGangsAreWhole(List<Preemption> preemptions) {
      for (Preemption each : preemptions) {
        Job job = cluster.jobs.get(each.jobId());
        if (job != null && job.goal.gang()) {
          assertThat(cluster.running.values())
              .filteredOn(task -> task.job() == job)
              .allMatch(
                  task ->
                      preemptions.stream().anyMatch(other -> other.taskId().equals(task.id()))
                          || cluster.preemptor.followed().stream()
                              .anyMatch(other -> other.taskId().equals(task.id())));
        }
      }
    }

    private void assertNobodyHasMoreThanItWaitsFor() {
      for (Job job : cluster.jobs.values()) {
        assertThat(kept(place -> place.jobId().equals(job.id)))
            .as("places of " + job.id)
            .hasSizeLessThanOrEqualTo(job.waits);
      }
    }

    private ResourceVector kept(String node) {
      return kept(place -> place.nodeId().equals(node)).stream()
          .map(KeptRoom::demand)
          .reduce(SlowCluster.slots(0), ResourceVector::plus);
    }

    private List<KeptRoom> kept(Predicate<KeptRoom> which) {
      return cluster.expected().keptRooms().stream().filter(which).collect(Collectors.toList());
    }

    private ResourceVector underWay(String node) {
      return cluster.preemptor.followed().stream()
          .filter(task -> task.nodeId().equals(node))
          .filter(task -> cluster.onNodes.containsKey(task.taskId()))
          .map(RunningTask::held)
          .reduce(SlowCluster.slots(0), ResourceVector::plus);
    }

    void assertInvariants() {
      for (String node : cluster.nodeIds()) {
        assertThat(cluster.free(node)).as("room of " + node).matches(SlowCluster.slots(0)::fitsIn);
        assertThat(kept(node))
            .as("kept on " + node)
            .matches(kept -> kept.fitsIn(cluster.total(node)));
      }
      for (Job job : cluster.jobs.values()) {
        boolean begun = cluster.running.values().stream().anyMatch(task -> task.job() == job);
        List<KeptRoom> rooms = kept(place -> place.jobId().equals(job.id));
        assertThat(rooms)
            .as("places of " + job.id)
            .allMatch(place -> cluster.partition(place.nodeId()).equals(job.partition))
            .allMatch(place -> place.demand().equals(job.demand()));
        long places = rooms.size();
        if (job.goal.gang() && !begun) {
          assertThat(places).as("places of the gang " + job.id).isIn(0L, (long) job.waits);
        }
      }
      occasionsMillis.forEach(
          (job, times) -> {
            long recent =
                times.stream()
                    .filter(time -> time > cluster.steadyMillis() - SETTINGS.windowMillis())
                    .count();
            assertThat(recent).as("times " + job).isLessThanOrEqualTo(SETTINGS.mostPerJob());
          });
    }

    void assertEnds() {
      cluster.nowMillis += SETTINGS.graceMillis() + SETTINGS.keepMillis();
      cluster.expected();
      assertThat(cluster.kept().isEmpty()).isTrue();
      assertThat(cluster.preemptor.followed()).extracting(RunningTask::taskId).isEmpty();
      assertThat(cluster.preemptor.nextStopMillis()).isEmpty();
      PreemptionCounters.Totals totals = cluster.counters.totals();
      assertThat(totals.stopped() + totals.ended() + totals.spared()).isEqualTo(totals.told());
    }
  }
}
