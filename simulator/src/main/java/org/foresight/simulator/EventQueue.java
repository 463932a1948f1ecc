package org.foresight.simulator;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The events to come, by time and, at the same time, in the order of scheduling: a heap of four
 * children a node, which needs fewer cache misses than one of two.
 *
 * <p>Not thread-safe.
 */
final class EventQueue {
  static final long NEVER = Long.MAX_VALUE;

  private static final int FIRST_CAPACITY = 1024;

  private long[] times = new long[FIRST_CAPACITY];
  private long[] tickets = new long[FIRST_CAPACITY];
  private SimEvent[] events = new SimEvent[FIRST_CAPACITY];
  private int size;
  private long nextTicket;

  /** Puts the event in force at this time, and nowhere else. */
  void schedule(SimEvent event, long atMillis) {
    if (size == times.length) {
      grow();
    }
    long ticket = nextTicket++;
    event.ticket = ticket;
    siftUp(size++, atMillis, ticket, event);
  }

  /** Takes the event out of force. */
  void cancel(SimEvent event) {
    event.ticket = SimEvent.NOT_SCHEDULED;
  }

  /** When the next event is; {@link #NEVER} if there is none. */
  long nextMillis() {
    while (size > 0 && events[0].ticket != tickets[0]) {
      removeFirst();
    }
    return size == 0 ? NEVER : times[0];
  }

  /** Takes out the next event; null if there is none. */
  @Nullable SimEvent poll() {
    if (nextMillis() == NEVER) {
      return null;
    }
    SimEvent event = events[0];
    event.ticket = SimEvent.NOT_SCHEDULED;
    removeFirst();
    return event;
  }

  private void removeFirst() {
    int last = --size;
    long time = times[last];
    long ticket = tickets[last];
    SimEvent event = events[last];
    events[last] = null;
    if (last > 0) {
      siftDown(time, ticket, event);
    }
  }

  private void siftUp(int from, long time, long ticket, SimEvent event) {
    int i = from;
    while (i > 0) {
      int parent = (i - 1) >>> 2;
      // A new ticket is the largest: at the same time it stays behind.
      if (times[parent] <= time) {
        break;
      }
      move(parent, i);
      i = parent;
    }
    put(i, time, ticket, event);
  }

  private void siftDown(long time, long ticket, SimEvent event) {
    int i = 0;
    while (true) {
      int first = (i << 2) + 1;
      if (first >= size) {
        break;
      }
      int least = first;
      int end = Math.min(first + 4, size);
      for (int child = first + 1; child < end; child++) {
        if (isBefore(times[child], tickets[child], times[least], tickets[least])) {
          least = child;
        }
      }
      if (!isBefore(times[least], tickets[least], time, ticket)) {
        break;
      }
      move(least, i);
      i = least;
    }
    put(i, time, ticket, event);
  }

  private static boolean isBefore(long time, long ticket, long otherTime, long otherTicket) {
    return time < otherTime || (time == otherTime && ticket < otherTicket);
  }

  private void move(int from, int to) {
    times[to] = times[from];
    tickets[to] = tickets[from];
    events[to] = events[from];
  }

  private void put(int i, long time, long ticket, SimEvent event) {
    times[i] = time;
    tickets[i] = ticket;
    events[i] = event;
  }

  private void grow() {
    int capacity = Math.multiplyExact(size, 2);
    times = Arrays.copyOf(times, capacity);
    tickets = Arrays.copyOf(tickets, capacity);
    events = Arrays.copyOf(events, capacity);
  }
}
