package org.foresight.agent.cpu;

/**
 * How much processor time a cgroup may take in every period.
 *
 * @param quotaMicros in microseconds of one core; {@link #UNLIMITED} for any
 * @param periodMicros the length of a period, in microseconds
 */
record CpuLimit(long quotaMicros, long periodMicros) {

  /** The quota of a group without a limit, as cgroups of version 1 write it. */
  static final long UNLIMITED = -1;

  /** The kernel accepts no quota below it. */
  static final long LEAST_QUOTA_MICROS = 1_000;

  CpuLimit {
    if (quotaMicros < LEAST_QUOTA_MICROS && quotaMicros != UNLIMITED) {
      throw new IllegalArgumentException(
          "The quotaMicros ("
              + quotaMicros
              + ") must be "
              + UNLIMITED
              + " or at least "
              + LEAST_QUOTA_MICROS
              + ".");
    }
    if (periodMicros < 1) {
      throw new IllegalArgumentException(
          "The periodMicros (" + periodMicros + ") must be positive.");
    }
  }

  /** This limit, or that part of one core in a period if this is more. */
  CpuLimit atMost(double cores) {
    long micros = Math.max(LEAST_QUOTA_MICROS, Math.round(cores * periodMicros));
    return quotaMicros != UNLIMITED && quotaMicros <= micros ? this : withQuota(micros);
  }

  /** Another quota in periods of the same length. */
  CpuLimit withQuota(long micros) {
    return new CpuLimit(micros, periodMicros);
  }
}
