/**
 * Solves the planning problem of 3Sigma §4.3: one option a job, within expected capacity.
 *
 * <p>{@link org.foresight.planner.solver.DefaultSolver} is the one to use: a heuristic that always
 * has an answer, and branch and bound on small plans. Both rest on the prices of capacity, which
 * say what a row is worth and bound what a better plan could reach.
 */
@NullMarked
package org.foresight.planner.solver;

import org.jspecify.annotations.NullMarked;
