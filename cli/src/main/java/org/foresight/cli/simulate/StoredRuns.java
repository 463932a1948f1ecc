package org.foresight.cli.simulate;

import com.google.common.collect.ImmutableList;

/**
 * What a folder of runs holds.
 *
 * @param runs the finished runs, by policy and seed
 * @param unreadable what looks like a finished run, but cannot be read
 * @param policies in the order in which they were asked for, those asked for last first; empty
 *     where the folder does not say
 */
record StoredRuns(
    ImmutableList<RunRecord> runs,
    ImmutableList<Unreadable> unreadable,
    ImmutableList<String> policies) {

  /**
   * A run that cannot be read.
   *
   * @param folderName name of the folder of its files, see {@link RunKey#folderName}
   * @param reason which file, and why
   */
  record Unreadable(String folderName, String reason) {}
}
