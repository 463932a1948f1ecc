package org.foresight.simulator;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The events to come, by time and, at the same time, in the order of scheduling: a heap of four
 * children a node, which needs fewer cache misses than one of two.
 *
 * <p>Before the heap there is a place for one event that comes before all others: what an event
 * causes at once, such as the next message of many, never gets into the heap.
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

  /** Before all of the heap; null if the first one is there. */
  private @Nullable SimEvent front;

  private long frontMillis;
  private long frontTicket;

  /** Puts the event in force at this time, and nowhere else. */
  void schedule(SimEvent event, long atMillis) {
    long ticket = nextTicket++;
    event.ticket = ticket;
    SimEvent first = front;
    // The newest ticket stays behind all others of the same time.
    if (first == null ? size > 0 && times[0] <= atMillis : frontMillis <= atMillis) {
      push(atMillis, ticket, event);
      return;
    }
    if (first != null && first.ticket == frontTicket) {
      push(frontMillis, frontTicket, first);
    }
    front = event;
    frontMillis = atMillis;
    frontTicket = ticket;
  }

  /** Takes the event out of force. */
  void cancel(SimEvent event) {
    event.ticket = SimEvent.NOT_SCHEDULED;
  }

  /** When the next event is; {@link #NEVER} if there is none. */
  long nextMillis() {
    SimEvent first = front;
    if (first != null) {
      if (first.ticket == frontTicket) {
        return frontMillis;
      }
      front = null;
    }
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
    SimEvent event = front;
    if (event == null) {
      event = events[0];
      removeFirst();
    } else {
      front = null;
    }
    event.ticket = SimEvent.NOT_SCHEDULED;
    return event;
  }

  private void push(long time, long ticket, SimEvent event) {
    if (size == times.length) {
      grow();
    }
    siftUp(size++, time, ticket, event);
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
      if (!isBefore(time, ticket, times[parent], tickets[parent])) {
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
