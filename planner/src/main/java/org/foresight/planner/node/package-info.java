/**
 * What a node decides by itself: which of the tasks on it run and which are suspended, by least
 * attained service (Kairos, §4.3.2 of the thesis). The same code decides in an agent on a real node
 * and on a simulated one. It reads no clock, has no threads and no randomness.
 */
@NullMarked
package org.foresight.planner.node;

import org.jspecify.annotations.NullMarked;
