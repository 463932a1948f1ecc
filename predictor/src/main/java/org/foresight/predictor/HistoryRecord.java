package org.foresight.predictor;

/**
 * One finished job in a history file.
 *
 * @param features what was known when it was submitted
 * @param outcome what it taught
 */
public record HistoryRecord(JobFeatures features, JobOutcome outcome) {}
