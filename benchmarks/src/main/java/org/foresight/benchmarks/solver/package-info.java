/** Benchmark of the plan solvers: how close they come to a bound of the optimum, and how soon. */
@NullMarked
package org.foresight.benchmarks.solver;

import org.jspecify.annotations.NullMarked;
