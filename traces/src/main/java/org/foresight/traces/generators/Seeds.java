package org.foresight.traces.generators;

import java.util.SplittableRandom;

/** Derives independent random generators from one seed, without keeping any of them. */
final class Seeds {

  private Seeds() {}

  /**
   * The generator of the {@code index}th of many things.
   *
   * @param purpose what is drawn, so that things of several kinds do not share their draws
   */
  static SplittableRandom random(long seed, Purpose purpose, long index) {
    long ofPurpose = new SplittableRandom(seed + purpose.number).nextLong();
    // The first draw of a seed is a hash of it: neighbouring indices become unrelated seeds.
    return new SplittableRandom(new SplittableRandom(ofPurpose + index).nextLong());
  }

  /** What a generator is for; the numbers are part of every frozen workload. */
  enum Purpose {
    JOBS(0),
    HISTORY(1),
    ARRIVALS(2),
    BLOCKS(3),
    RECURRING_JOBS(4),
    MEAN_WORK(5);

    private final long number;

    Purpose(long number) {
      this.number = number;
    }
  }
}
