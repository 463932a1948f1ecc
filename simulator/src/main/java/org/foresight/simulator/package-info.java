/**
 * A cluster in virtual time: replays a workload against the policies of the planner, the very
 * objects that decide in a ResourceManager.
 */
@NullMarked
package org.foresight.simulator;

import org.jspecify.annotations.NullMarked;
