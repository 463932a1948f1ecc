package org.foresight.predictor.evaluation;

import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;

/**
 * A job of the past that ran to success.
 *
 * @param submitMillis when it was submitted
 * @param endMillis when it ended
 * @param features what was known of it at its submission
 * @param outcome what it taught at its end
 */
public record ReplayedJob(
    long submitMillis, long endMillis, JobFeatures features, JobOutcome outcome) {}
