/**
 * Jobs that have ended, with what was known of them at their submission: what a predictor learns
 * from.
 */
@NullMarked
package org.foresight.traces.past;

import org.jspecify.annotations.NullMarked;
