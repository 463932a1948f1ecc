package org.foresight.predictor.store;

import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;

/**
 * One finished job in a history.
 *
 * @param features what was known when it was submitted
 * @param outcome what it taught
 */
public record HistoryRecord(JobFeatures features, JobOutcome outcome) {}
