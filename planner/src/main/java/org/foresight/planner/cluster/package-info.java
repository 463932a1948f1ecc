/** What a policy sees of the cluster: immutable snapshots to plan on, live views to dispatch on. */
@NullMarked
package org.foresight.planner.cluster;

import org.jspecify.annotations.NullMarked;
