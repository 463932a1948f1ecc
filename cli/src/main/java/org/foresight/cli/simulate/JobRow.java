package org.foresight.cli.simulate;

import java.util.OptionalDouble;

/**
 * What a report needs of a job.
 *
 * @param jctSeconds from submission to finish; empty if it did not finish
 * @param slowdown that over its runtime had it never waited; empty if it did not finish
 * @param latenessSeconds from its deadline to its finish, negative where it was early; empty if it
 *     has no deadline or did not finish
 */
record JobRow(OptionalDouble jctSeconds, OptionalDouble slowdown, OptionalDouble latenessSeconds) {}
