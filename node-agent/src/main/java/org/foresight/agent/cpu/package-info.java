/**
 * Takes processor time away from containers and gives it back: by the quota of their cgroup
 * (version 1 or 2), or by stopping and continuing their processes. Whatever is taken is written
 * down before, so that it is given back even by the next life of a process that was killed. Knows
 * nothing of Hadoop, and decides nothing.
 */
@NullMarked
package org.foresight.agent.cpu;

import org.jspecify.annotations.NullMarked;
