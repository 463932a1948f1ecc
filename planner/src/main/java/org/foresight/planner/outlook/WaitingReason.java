package org.foresight.planner.outlook;

/**
 * Why a job waits. A job that waits for something has exactly one of these: of all that are true of
 * it, the one of the lowest tier. The tokens are stable; programs may match them.
 */
public enum WaitingReason {
  /** What it asks for can't be read, or there is nothing that could serve it. */
  MISCONFIGURED(
      "misconfigured", 1, "What it asks for cannot be understood, or no node belongs to it."),
  /** It asks for more than there is. */
  EXCEEDS_MAXIMUM("exceeds-maximum", 2, "It asks for more than any node, or all together, offer."),
  /** Its queue, or one above, holds all that it may. */
  QUEUE_LIMIT("queue-limit", 3, "Its queue, or one above it, has reached its maximum."),
  /** Its user holds all that one may in the queue. */
  USER_LIMIT("user-limit", 3, "Its user has reached the limit of a user in its queue."),
  /** Application masters hold all that they may in the queue. */
  AM_LIMIT(
      "am-limit",
      3,
      "Its queue, or its user in it, has reached the limit on application masters or applications."),
  /** There is room, but in pieces that are too small. */
  FRAGMENTATION(
      "fragmentation",
      4,
      "There is enough room, but not on a single node, or not for all at once."),
  /** All that it waits for is held until its first tasks have told how long they take. */
  PILOTS("pilots", 5, "Its first tasks run as pilots, and the others wait for what these tell."),
  /** The plan has a later start for it. */
  PLANNED_START(
      "planned-start", 6, "Its planned start has not come yet, or it is not planned yet."),
  /** Tasks of others are being stopped for it. */
  PREEMPTED_ROOM("preempted-room", 7, "Tasks of others are stopped to make room for it."),
  /** There is no room. */
  CAPACITY("capacity", 8, "There is no room for it, or what there is goes to others."),
  /** Nothing is in its way any more. */
  STARTING(
      "starting", 9, "It may start and there is room; a node that suits it has to report first.");

  private final String token;
  private final int tier;
  private final String text;

  WaitingReason(String token, int tier, String text) {
    this.token = token;
    this.tier = tier;
    this.text = text;
  }

  /** What programs match. */
  public String token() {
    return token;
  }

  /** Of several reasons the one with the lowest tier counts. */
  public int tier() {
    return tier;
  }

  /** What it means, in one sentence without numbers. */
  public String text() {
    return text;
  }
}
