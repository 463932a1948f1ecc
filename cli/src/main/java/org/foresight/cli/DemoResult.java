package org.foresight.cli;

import com.google.common.collect.ImmutableList;
import org.foresight.traces.Workload;

/**
 * What one seed gave.
 *
 * @param seed the seed
 * @param workload what was run
 * @param runs how each scheduler did
 * @param outcomes what became of its jobs under each, in the same order
 * @param validity how the simulator says that they do; empty unless asked for
 */
record DemoResult(
    long seed,
    Workload workload,
    ImmutableList<DemoRun> runs,
    ImmutableList<DemoOutcome> outcomes,
    ImmutableList<DemoValidity> validity) {}
