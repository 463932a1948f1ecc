package org.foresight.agent.cpu;

import java.util.OptionalLong;

/**
 * What the processes of a container have used since somebody began to count. Numbers of one
 * container do not fall.
 *
 * @param cpuNanos processor time
 * @param diskBytes what was read from disks and written to them; empty where that can't be told
 * @param diskWaitMicros in how much time at least one of them waited for a disk; empty where the
 *     kernel does not say it, as with cgroups of version 1
 */
public record ContainerUse(long cpuNanos, OptionalLong diskBytes, OptionalLong diskWaitMicros) {}
