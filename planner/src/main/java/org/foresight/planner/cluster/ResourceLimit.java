package org.foresight.planner.cluster;

/**
 * A limit on what some jobs may hold together, such as a queue's maximum capacity, a user's limit
 * or a queue's share for application masters. Which jobs count towards it, {@link JobView#limits}
 * says.
 *
 * @param id names it
 * @param holder whose jobs count
 * @param partition the partition in which it holds
 * @param counted what counts
 * @param free how much more may be held now; negative where the limit is exceeded
 */
public record ResourceLimit(
    String id, Holder holder, String partition, Counted counted, ResourceVector free) {

  /** Whose jobs count towards a limit. */
  public enum Holder {
    /** Those of a queue and of the queues below it. */
    QUEUE,
    /** Those of a user in a queue. */
    USER
  }

  /** Which containers count towards a limit. */
  public enum Counted {
    /** All of them. */
    ALL_CONTAINERS,
    /** Application masters alone. */
    APPLICATION_MASTERS
  }

  /** A limit of a queue. */
  public ResourceLimit(String id, String partition, Counted counted, ResourceVector free) {
    this(id, Holder.QUEUE, partition, counted, free);
  }

  /** The same limit with this much left. */
  public ResourceLimit withFree(ResourceVector newFree) {
    return new ResourceLimit(id, holder, partition, counted, newFree);
  }
}
