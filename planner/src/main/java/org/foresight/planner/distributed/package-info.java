/**
 * Policies without a centre: schedulers and nodes that decide by what messages tell them, such as
 * those that send probes (Sparrow, Hawk, Eagle). Run by a simulator; on YARN their home will be the
 * NodeManagers.
 */
@NullMarked
package org.foresight.planner.distributed;

import org.jspecify.annotations.NullMarked;
