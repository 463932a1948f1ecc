package org.foresight.simulator;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class EventQueuePropertyTest {

  /** Against a sorted list, with events that are moved and cancelled. */
  @Property
  void givesTheEventsInForceByTimeAndThenInTheOrderOfScheduling(
      @ForAll @Size(max = 3_000) List<@IntRange(max = 999) Integer> commands) {
    EventQueue queue = new EventQueue();
    List<Named> events = new ArrayList<>();
    List<Named> expected = new ArrayList<>();
    int number = 0;
    for (int command : commands) {
      long atMillis = command / 10;
      if (command % 10 < 6 || events.isEmpty()) {
        Named event = new Named(number++, atMillis);
        events.add(event);
        expected.add(event);
        queue.schedule(event, atMillis);
      } else {
        Named event = events.get(command % events.size());
        expected.remove(event);
        if (command % 10 < 8) {
          queue.cancel(event);
        } else {
          event.atMillis = atMillis;
          expected.add(event);
          queue.schedule(event, atMillis);
        }
      }
    }
    expected.sort(Comparator.comparingLong(event -> event.atMillis)); // Stable.

    List<Named> given = new ArrayList<>();
    while (queue.nextMillis() != EventQueue.NEVER) {
      long nextMillis = queue.nextMillis();
      Named event = (Named) requireNonNull(queue.poll());
      assertThat(event.atMillis).isEqualTo(nextMillis);
      assertThat(event.isScheduled()).isFalse();
      given.add(event);
    }
    assertThat(given).isEqualTo(expected);
    assertThat(queue.poll()).isNull();
  }

  /** As a simulation does it: each event that happens schedules, moves and cancels others. */
  @Property
  void givesTheNextEventWhateverIsScheduledBetween(
      @ForAll @Size(max = 2_000) List<@IntRange(max = 999) Integer> commands) {
    EventQueue queue = new EventQueue();
    List<Named> waiting = new ArrayList<>();
    long nowMillis = 0;
    int number = 0;
    for (int command : commands) {
      int what = command % 10;
      // Often the very next moment, as of a message.
      long atMillis = nowMillis + (what < 5 ? command % 3 : command / 10);
      if (what < 6 || waiting.isEmpty()) {
        Named event = new Named(number++, atMillis);
        waiting.add(event);
        queue.schedule(event, atMillis);
      } else if (what == 6) {
        Named event = waiting.remove(command % waiting.size());
        queue.cancel(event);
      } else if (what == 7) {
        Named event = waiting.remove(command % waiting.size());
        event.atMillis = atMillis;
        waiting.add(event);
        queue.schedule(event, atMillis);
      } else {
        Named first = waiting.get(0);
        for (Named other : waiting) {
          first = other.atMillis < first.atMillis ? other : first;
        }
        assertThat(queue.nextMillis()).isEqualTo(first.atMillis);
        assertThat(queue.poll()).isSameAs(first);
        waiting.remove(first);
        nowMillis = first.atMillis;
      }
    }
  }

  private static final class Named extends SimEvent {
    private final int number;
    private long atMillis;

    Named(int number, long atMillis) {
      this.number = number;
      this.atMillis = atMillis;
    }

    @Override
    void fire(long nowMillis) {}

    @Override
    String describe() {
      return "event " + number;
    }
  }
}
