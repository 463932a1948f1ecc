package org.foresight.predictor;

/**
 * What is known of a job when it is submitted (3Sigma §4.1).
 *
 * @param user who submits it
 * @param jobName its name as given; the predictor normalises it
 * @param queue the full path of its leaf queue
 */
public record JobFeatures(String user, String jobName, String queue) {}
