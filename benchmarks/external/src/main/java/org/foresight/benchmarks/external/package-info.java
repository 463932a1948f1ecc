/** Solvers that are not part of the product, each run in a process of its own. */
@NullMarked
package org.foresight.benchmarks.external;

import org.jspecify.annotations.NullMarked;
