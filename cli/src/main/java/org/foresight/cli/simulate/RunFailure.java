package org.foresight.cli.simulate;

/**
 * A run that failed.
 *
 * @param run which one
 * @param reason in one line
 */
record RunFailure(RunKey run, String reason) {}
