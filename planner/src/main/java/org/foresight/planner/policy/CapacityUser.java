package org.foresight.planner.policy;

/** What a user has in one leaf queue. Not thread-safe. */
final class CapacityUser {

  private final PartitionAmounts used = new PartitionAmounts();

  /** What the application masters of active jobs take. */
  private final PartitionAmounts mastersUsed = new PartitionAmounts();

  private int jobs;
  private int activeJobs;
  private int waitingJobs;

  PartitionAmounts used() {
    return used;
  }

  PartitionAmounts mastersUsed() {
    return mastersUsed;
  }

  /** How many unfinished jobs the user has here. */
  int jobs() {
    return jobs;
  }

  void addJobs(int count) {
    jobs += count;
  }

  void addActiveJobs(int count) {
    activeJobs += count;
  }

  void addWaitingJobs(int count) {
    waitingJobs += count;
  }

  /** Whether an active job of the user waits for something. */
  boolean waits() {
    return waitingJobs > 0;
  }

  /** Whether none of the user's jobs has become active yet. */
  boolean hasOnlyPendingJobs() {
    return jobs > 0 && activeJobs == 0;
  }
}
