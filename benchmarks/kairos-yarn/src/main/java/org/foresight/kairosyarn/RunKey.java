package org.foresight.kairosyarn;

import java.util.Locale;

/**
 * Which run.
 *
 * @param experiment what it is of
 * @param system under which scheduler
 * @param repeat which one, from 1 on; the seed of the jobs
 */
record RunKey(Experiment experiment, YarnSystem system, long repeat) {

  /** Such as {@code heavy-tailed, KAIROS, repeat 2}. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%s, %s, repeat %d", experiment.title(), system, repeat);
  }
}
