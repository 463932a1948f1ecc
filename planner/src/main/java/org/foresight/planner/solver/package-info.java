/** Solves the planning problem of 3Sigma §4.3: one option a job, within expected capacity. */
@NullMarked
package org.foresight.planner.solver;

import org.jspecify.annotations.NullMarked;
