package org.foresight.planner.node;

/**
 * How a node's machine is used, all of it together, as a mean over the last moments.
 *
 * @param cpu the part of its processors that is busy, from 0 to 1
 * @param ioWait the part of their time in which they are idle and wait for a disk, from 0 to 1
 * @param diskMbPerSecond what is read from disks and written to them
 * @param networkMbPerSecond what is received and sent, without what stays on the machine
 */
public record HostUse(
    double cpu, double ioWait, double diskMbPerSecond, double networkMbPerSecond) {}
