/**
 * What the evaluations of published schedulers share: runs that are kept and done once, figures
 * with their intervals, ratios seed by seed, claims that the figures decide, and pages.
 */
@NullMarked
package org.foresight.benchmarks.evaluation;

import org.jspecify.annotations.NullMarked;
