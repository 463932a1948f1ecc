package org.foresight.planner.node;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.foresight.planner.node.LasDecision.Action;
import org.foresight.planner.node.LasSettings.Service;

class LasSchedulerPropertyTest {
  private static final long QUANTUM_MILLIS = 100;
  private static final int MOST_TASKS = 8;

  /**
   * One step of a history.
   *
   * @param arrives whether a task arrives rather than leaves
   * @param which which of the tasks there leaves
   * @param pauseMillis how much time passes before it
   */
  record Step(boolean arrives, int which, int vcores, boolean suspendable, int pauseMillis) {}

  @Provide
  Arbitrary<List<Step>> narrow() {
    return steps(1, Arbitraries.just(true));
  }

  @Provide
  Arbitrary<List<Step>> wide() {
    return steps(5, Arbitraries.just(true));
  }

  @Provide
  Arbitrary<List<Step>> mixed() {
    return steps(3, Arbitraries.of(true, true, true, true, true, true, false));
  }

  private static Arbitrary<List<Step>> steps(int mostVcores, Arbitrary<Boolean> suspendable) {
    return Combinators.combine(
            Arbitraries.of(true, true, false),
            Arbitraries.integers().between(0, MOST_TASKS - 1),
            Arbitraries.integers().between(1, mostVcores),
            suspendable,
            Arbitraries.integers().between(0, 350))
        .as(Step::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(60);
  }

  /** What is checked of a node at every moment at which something has happened. */
  interface Check {
    void check(History history, long nowMillis);
  }

  /** Drives a node through steps, ticking when it asks for it, and keeps its own books. */
  private static final class History {
    private final LasSettings settings;
    private final LasScheduler<Integer> node;
    private final Check check;
    private final Map<Integer, LasTask<Integer>> tasks = new LinkedHashMap<>();
    private final Set<Integer> running = new LinkedHashSet<>();
    private final Map<Integer, Long> attained = new LinkedHashMap<>();
    private final Map<Integer, Long> suspendedSince = new LinkedHashMap<>();
    private final List<LasDecision<Integer>> decisions = new ArrayList<>();
    private long nowMillis;

    History(LasSettings settings, Check check) {
      this.settings = settings;
      this.node = new LasScheduler<>(settings);
      this.check = check;
    }

    History run(List<Step> steps) {
      int number = 0;
      for (Step step : steps) {
        pass(step.pauseMillis);
        if (step.arrives && tasks.size() < MOST_TASKS) {
          LasTask<Integer> task = new LasTask<>(number++, step.vcores, step.suspendable);
          tasks.put(task.id(), task);
          attained.put(task.id(), 0L);
          suspendedSince.put(task.id(), nowMillis);
          apply(node.arrived(task, nowMillis));
        } else if (!tasks.isEmpty()) {
          Integer id = List.copyOf(tasks.keySet()).get(step.which % tasks.size());
          tasks.remove(id);
          running.remove(id);
          attained.remove(id);
          suspendedSince.remove(id);
          apply(node.left(id, nowMillis));
        }
      }
      pass(30 * QUANTUM_MILLIS);
      return this;
    }

    private void pass(long millis) {
      long untilMillis = nowMillis + millis;
      OptionalLong tick = node.nextTickMillis();
      int ticks = 0;
      while (tick.isPresent() && tick.getAsLong() <= untilMillis) {
        assertThat(tick.getAsLong()).as("next tick").isGreaterThan(nowMillis);
        assertThat(ticks++).as("ticks").isLessThan(10_000);
        advance(tick.getAsLong());
        apply(node.tick(nowMillis));
        tick = node.nextTickMillis();
      }
      advance(untilMillis);
    }

    private void advance(long toMillis) {
      for (Integer id : running) {
        attained.merge(id, toMillis - nowMillis, Long::sum);
      }
      nowMillis = toMillis;
      check.check(this, nowMillis);
    }

    private void apply(ImmutableList<LasDecision<Integer>> made) {
      boolean resumes = false;
      for (LasDecision<Integer> decision : made) {
        Integer id = decision.task();
        assertThat(decision.attainedMillis()).isEqualTo(attained.get(id));
        if (decision.action() == Action.RESUME) {
          resumes = true;
          assertThat(running.add(id)).as("%s was suspended", id).isTrue();
          suspendedSince.remove(id);
        } else {
          assertThat(resumes).as("cores are given before they are taken").isFalse();
          running.remove(id);
          suspendedSince.put(id, nowMillis);
        }
      }
      decisions.addAll(made);
      for (Integer id : tasks.keySet()) {
        assertThat(node.isSuspended(id)).isEqualTo(!running.contains(id));
      }
      check.check(this, nowMillis);
    }

    LasTask<Integer> task(Integer id) {
      return requireNonNull(tasks.get(id));
    }

    long attained(Integer id) {
      return requireNonNull(attained.get(id));
    }

    int vcores(Integer id) {
      return Math.min(settings.vcores(), task(id).vcores());
    }

    int freeVcores() {
      return settings.vcores() - running.stream().mapToInt(this::needed).sum();
    }

    /** Of what those leave that may not be suspended a task makes do with what there is. */
    int needed(Integer id) {
      if (!task(id).suspendable()) {
        return vcores(id);
      }
      int never =
          running.stream().filter(other -> !task(other).suspendable()).mapToInt(this::vcores).sum();
      return Math.max(0, Math.min(vcores(id), settings.vcores() - never));
    }
  }

  private static History history(int vcores, int starvingQuanta, List<Step> steps, Check check) {
    LasSettings settings =
        new LasSettings(vcores, QUANTUM_MILLIS, starvingQuanta, 2, Service.UNSUSPENDED_TIME);
    return new History(settings, check).run(steps);
  }

  @Property
  void coresAreNeverExceededAndNeverIdleWhileATaskFits(
      @ForAll("mixed") List<Step> steps, @ForAll @IntRange(min = 1, max = 4) int vcores) {
    history(
        vcores,
        3,
        steps,
        (history, now) -> {
          int free = history.freeVcores();
          if (free < 0) {
            assertThat(history.running)
                .as("more than there are only for those that may not be suspended")
                .noneMatch(id -> history.task(id).suspendable());
          }
          assertThat(history.suspendedSince.keySet())
              .as("suspended though they fit")
              .noneMatch(id -> history.needed(id) > 0 && history.needed(id) <= free);
          assertThat(history.running)
              .as("running without any core")
              .allMatch(id -> history.needed(id) > 0);
          assertThat(history.suspendedSince.keySet())
              .as("suspended though they may not be")
              .allMatch(id -> history.task(id).suspendable());
        });
  }

  @Property
  void nobodyStarves(
      @ForAll("wide") List<Step> steps,
      @ForAll @IntRange(min = 1, max = 4) int vcores,
      @ForAll @IntRange(min = 1, max = 4) int starvingQuanta) {
    long boundMillis = (starvingQuanta + 2L * MOST_TASKS) * QUANTUM_MILLIS;
    history(
        vcores,
        starvingQuanta,
        steps,
        (history, now) ->
            assertThat(history.suspendedSince.values())
                .allMatch(since -> now - since <= boundMillis));
  }

  @Property
  void theYoungestRunUpToAQuantum(
      @ForAll("narrow") List<Step> steps, @ForAll @IntRange(min = 1, max = 4) int vcores) {
    history(
        vcores,
        1_000_000,
        steps,
        (history, now) -> {
          long youngest =
              history.suspendedSince.keySet().stream()
                  .mapToLong(history::attained)
                  .min()
                  .orElse(Long.MAX_VALUE - QUANTUM_MILLIS);
          assertThat(history.running)
              .allMatch(id -> history.attained(id) <= youngest + QUANTUM_MILLIS);
        });
  }

  @Property
  void theSameHistoryGivesTheSameDecisions(
      @ForAll("mixed") List<Step> steps, @ForAll @IntRange(min = 1, max = 4) int vcores) {
    assertThat(history(vcores, 2, steps, (history, now) -> {}).decisions)
        .isEqualTo(history(vcores, 2, steps, (history, now) -> {}).decisions);
  }

  @Property
  void statisticsAreThoseOfTheTasks(
      @ForAll("mixed") List<Step> steps, @ForAll @IntRange(min = 1, max = 4) int vcores) {
    history(
        vcores,
        3,
        steps,
        (history, now) -> {
          NodeStatistics statistics = history.node.statistics(0, now);
          double mean =
              history.attained.values().stream().mapToDouble(a -> a / 1000.0).average().orElse(0);
          double variance =
              history.attained.values().stream()
                  .mapToDouble(a -> Math.pow(a / 1000.0 - mean, 2))
                  .average()
                  .orElse(0);
          assertThat(statistics.tasks()).isEqualTo(history.tasks.size());
          assertThat(statistics.suspended()).isEqualTo(history.suspendedSince.size());
          assertThat(statistics.attainedVariance()).isCloseTo(variance, within(1e-9));
        });
  }
}
