package org.foresight.planner;

/**
 * Why a decision was taken: a rule that a program can match, and the numbers for people.
 *
 * @param code which rule
 * @param detail one sentence with the numbers
 */
public record Reason(Code code, String detail) {

  /** The rules by which a policy starts or holds a job. */
  public enum Code {
    /** Its planned start has come. */
    PLANNED_START,
    /** Jobs run in the order of their submission, this one is next. */
    ARRIVAL_ORDER,
    /** Of all jobs that wait it has the least work. */
    SHORTEST_FIRST,
    /** It has the smallest dominant share of the jobs that can use the room. */
    FAIR_SHARE,
    /** It has been served little so far, and has not had its part of its queue. */
    LEAST_ATTAINED_SERVICE,
    /** It is served in the priority queue of its expected size. */
    SIZE_QUEUE,
    /** It has too few tasks for pilots, and is served in the first queue. */
    THIN_JOB,
    /** Its first tasks run as pilots; the others wait for what these tell of its size. */
    PILOTS_FIRST,
    /** It has a deadline to meet, and such jobs go before all others. */
    DEADLINE_FIRST,
    /** Its queue has the smallest part of what it is guaranteed. */
    UNDERSERVED_QUEUE,
    /** Its task is stopped, for a job with a deadline needs the room. */
    PREEMPTED_FOR_DEADLINE,
    /** Queues or users that could use the room have reached a limit of theirs. */
    LIMIT_REACHED,
    /** Another node is better for it, such as one with fewer tasks. */
    BETTER_NODE,
    /** Its planned start is still to come. */
    WAITING_FOR_PLANNED_START,
    /** The plan has no room for it now; for later nothing is planned of such jobs. */
    NO_ROOM_NOW,
    /** The plan has no room for it now; it may start in what ends before the next plan. */
    NEXT_IN_LINE,
    /** The plan found no room for it within its look-ahead. */
    NO_ROOM_WITHIN_LOOKAHEAD,
    /** It is not expected to meet its deadline any more, and waits to run on without one. */
    DEADLINE_OUT_OF_REACH,
    /** Nothing that may start needs so little that this node has room for it. */
    NOTHING_FITS,
    /** Nothing that may start waits for anything. */
    NOTHING_WAITS
  }
}
