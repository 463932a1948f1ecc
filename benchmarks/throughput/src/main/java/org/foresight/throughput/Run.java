package org.foresight.throughput;

/**
 * A run that was done.
 *
 * @param subject which scheduler
 * @param load under which load
 * @param seed of the load, which is also the number of the repeat
 * @param figures what it gave
 */
record Run(Subject subject, Load load, long seed, Figures figures) {

  boolean is(Subject ofSubject, Load underLoad, long ofSeed) {
    return subject == ofSubject && load.equals(underLoad) && seed == ofSeed;
  }
}
