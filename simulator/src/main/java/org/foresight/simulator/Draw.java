package org.foresight.simulator;

/**
 * Random numbers that depend on what they are drawn for, not on when: so the same task fails under
 * every policy, however many draws another policy made before.
 */
final class Draw {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final double UNIT = 0x1.0p-53;

  private Draw() {}

  /** Uniform in [0, 1). */
  static double uniform(long seed, long a, long b, long c) {
    return (mix(mix(mix(mix(seed + GOLDEN) ^ a) ^ b) ^ c) >>> 11) * UNIT;
  }

  /** The finalizer of SplitMix64 (Steele, Lea, Flood: Fast splittable generators, 2014). */
  private static long mix(long value) {
    long z = value * GOLDEN + GOLDEN;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
