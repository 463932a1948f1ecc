package org.foresight.benchmarks.evaluation;

/**
 * A value that the paper states, beside ours.
 *
 * @param what what is stated
 * @param ours what comes out here
 * @param paper what the paper says
 * @param differs how the two were not had in the same way
 */
public record Statement(String what, String ours, String paper, String differs) {}
