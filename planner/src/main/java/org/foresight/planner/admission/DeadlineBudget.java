package org.foresight.planner.admission;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The part of a queue that deadlines may take. Until any time, the commitments that fall due by
 * then may need no more than that part can do until then; if so, all of them can be kept with that
 * part alone, the one that is due first first, as far as their work can be spread over it.
 *
 * @param tasksAtOnce how many tasks that part is
 */
public record DeadlineBudget(double tasksAtOnce) {

  /**
   * Whether one commitment more is within it. What falls due before that one is not affected by it,
   * so it is not looked at whether that is within it.
   *
   * @param outstanding what was committed to before and is not done yet
   */
  public boolean hasRoomFor(Commitment more, Iterable<Commitment> outstanding, long nowMillis) {
    List<Commitment> byDeadline = new ArrayList<>();
    outstanding.forEach(byDeadline::add);
    byDeadline.sort(Comparator.comparingLong(Commitment::deadlineMillis));
    double dueMillis = more.workMillis();
    int next = 0;
    while (next < byDeadline.size()
        && byDeadline.get(next).deadlineMillis() <= more.deadlineMillis()) {
      dueMillis += byDeadline.get(next).workMillis();
      next++;
    }
    boolean isWithin = canDo(dueMillis, more.deadlineMillis(), nowMillis);
    while (isWithin && next < byDeadline.size()) {
      long deadlineMillis = byDeadline.get(next).deadlineMillis();
      while (next < byDeadline.size() && byDeadline.get(next).deadlineMillis() == deadlineMillis) {
        dueMillis += byDeadline.get(next).workMillis();
        next++;
      }
      isWithin = canDo(dueMillis, deadlineMillis, nowMillis);
    }
    return isWithin;
  }

  private boolean canDo(double workMillis, long untilMillis, long nowMillis) {
    return workMillis <= tasksAtOnce * Math.max(0.0, (double) untilMillis - nowMillis);
  }
}
