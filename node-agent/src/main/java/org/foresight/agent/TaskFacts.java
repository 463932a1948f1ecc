package org.foresight.agent;

/**
 * A container that runs, as far as taking turns is concerned.
 *
 * @param id its name
 * @param group the id of its application
 * @param vcores how many virtual cores it has asked for
 * @param memoryMb how much memory it has asked for
 * @param suspendable whether it may be suspended
 * @param attainedMillis the service that it has attained before it came to be known here; more than
 *     0 only where the NodeManager has been restarted
 */
record TaskFacts(
    String id, String group, int vcores, long memoryMb, boolean suspendable, long attainedMillis) {}
