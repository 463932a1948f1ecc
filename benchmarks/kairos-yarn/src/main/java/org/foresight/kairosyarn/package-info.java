/**
 * Kairos' evaluation on YARN (Delgado's thesis, §4.5) with tasks that really compute, on a testbed:
 * several schedulers under the same jobs, and trials of the agent of nodes.
 */
@NullMarked
package org.foresight.kairosyarn;

import org.jspecify.annotations.NullMarked;
