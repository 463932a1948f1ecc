package org.foresight.planner.outlook;

/**
 * Why a job waits, for programs and for people.
 *
 * @param reason the one reason
 * @param detail a sentence with the numbers
 */
public record Waiting(WaitingReason reason, String detail) {}
