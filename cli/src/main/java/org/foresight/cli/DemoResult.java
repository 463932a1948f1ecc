package org.foresight.cli;

import com.google.common.collect.ImmutableList;

/**
 * What one seed gave.
 *
 * @param runs how each scheduler did
 * @param validity how the simulator says that they do; empty unless asked for
 */
record DemoResult(ImmutableList<DemoRun> runs, ImmutableList<DemoValidity> validity) {}
