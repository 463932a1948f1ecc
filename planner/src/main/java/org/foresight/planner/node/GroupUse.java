package org.foresight.planner.node;

import java.util.OptionalDouble;

/**
 * How a group of containers uses its node's machine, as a mean over the last moments. A group is
 * those containers of an application that may be suspended. What they receive and send no kernel
 * counts for them, for they share the machine's network.
 *
 * @param cores the processor time that they take, in cores
 * @param ioWait the part of the time in which a process of a container waits for a disk, from 0 to
 *     1, on average of the containers; empty where the kernel does not say it
 * @param diskMbPerSecond what they read from disks and write to them; empty where that can't be
 *     told
 */
public record GroupUse(double cores, OptionalDouble ioWait, OptionalDouble diskMbPerSecond) {}
