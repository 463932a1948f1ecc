/** Benchmarks of the simulator: how many task starts and ends it handles, and in what memory. */
@NullMarked
package org.foresight.benchmarks;

import org.jspecify.annotations.NullMarked;
