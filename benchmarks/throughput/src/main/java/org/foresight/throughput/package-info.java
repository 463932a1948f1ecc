/**
 * How fast schedulers are in a real ResourceManager of which Hadoop's Scheduler Load Simulator
 * plays the nodes and the application masters.
 */
@NullMarked
package org.foresight.throughput;

import org.jspecify.annotations.NullMarked;
