package org.foresight.planner.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class DeadlineBudgetPropertyTest {
  private static final long NOW = 500;

  /** Served the one that is due first first, all that were let in are done in time. */
  @Property
  void whatIsLetInOneByOneCanAllBeKept(
      @ForAll("commitments") List<Commitment> asked,
      @ForAll @IntRange(min = 1, max = 9) int tasks) {
    DeadlineBudget budget = new DeadlineBudget(tasks);
    List<Commitment> taken = new ArrayList<>();
    for (Commitment each : asked) {
      if (budget.hasRoomFor(each, taken, NOW)) {
        taken.add(each);
      }
    }

    assertThat(canBeKept(taken, tasks)).isTrue();
  }

  @Property
  void whatIsNotLetInWouldMakeSomethingLate(
      @ForAll("commitments") List<Commitment> outstanding,
      @ForAll("commitment") Commitment more,
      @ForAll @IntRange(min = 1, max = 9) int tasks) {
    assumeThat(new DeadlineBudget(tasks).hasRoomFor(more, outstanding, NOW)).isFalse();
    List<Commitment> all = new ArrayList<>(outstanding);
    all.add(more);

    assertThat(canBeKept(all, tasks)).isFalse();
  }

  @Property
  void orderDoesNotMatterNorDoesMoreRoomHurt(
      @ForAll("commitments") List<Commitment> outstanding,
      @ForAll("commitment") Commitment more,
      @ForAll @IntRange(min = 1, max = 9) int tasks) {
    boolean isWithin = new DeadlineBudget(tasks).hasRoomFor(more, outstanding, NOW);
    List<Commitment> reversed = new ArrayList<>(outstanding);
    Collections.reverse(reversed);

    assertThat(new DeadlineBudget(tasks).hasRoomFor(more, reversed, NOW)).isEqualTo(isWithin);
    if (isWithin) {
      assertThat(new DeadlineBudget(tasks + 1).hasRoomFor(more, outstanding, NOW)).isTrue();
      assertThat(new DeadlineBudget(tasks).hasRoomFor(more, List.of(), NOW)).isTrue();
    }
  }

  @Example
  void whatIsLateAlreadyBeforeADeadlineIsNotThatDeadlinesFault() {
    DeadlineBudget budget = new DeadlineBudget(1);
    Commitment hopeless = new Commitment(NOW + 10, 50);

    assertThat(budget.hasRoomFor(new Commitment(NOW + 5, 5), List.of(hopeless), NOW)).isFalse();
    assertThat(budget.hasRoomFor(new Commitment(NOW + 60, 10), List.of(hopeless), NOW)).isTrue();
    assertThat(budget.hasRoomFor(new Commitment(NOW + 60, 11), List.of(hopeless), NOW)).isFalse();
  }

  /** Spreads the work over all tasks, as a fluid, the earliest deadline first. */
  private static boolean canBeKept(List<Commitment> commitments, int tasks) {
    List<Commitment> byDeadline = new ArrayList<>(commitments);
    byDeadline.sort(Comparator.comparingLong(Commitment::deadlineMillis));
    double atMillis = NOW;
    for (Commitment each : byDeadline) {
      atMillis += each.workMillis() / tasks;
      if (atMillis > each.deadlineMillis() + 1e-6) {
        return false;
      }
    }
    return true;
  }

  @Provide
  Arbitrary<List<Commitment>> commitments() {
    return commitment().list().ofMaxSize(12);
  }

  @Provide
  Arbitrary<Commitment> commitment() {
    return Combinators.combine(
            Arbitraries.longs().between(NOW + 1, NOW + 100), Arbitraries.integers().between(1, 200))
        .as(Commitment::new);
  }
}
