package org.foresight.kairosyarn;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;

/** Which categories jobs are of, and how often they come, in the paper (§4.5.2, §4.5.3). */
enum Mix {
  HEAVY_TAILED(
      "heavy-tailed",
      ImmutableMap.of(
          Category.SMALL, 0.32,
          Category.MEDIUM_SMALL, 0.31,
          Category.MEDIUM, 0.31,
          Category.MEDIUM_LONG, 0.04,
          Category.LONG, 0.02),
      60,
      Category.MEDIUM_LONG,
      95),

  /** Not ideal for least attained service. */
  UNIFORM(
      "uniform",
      ImmutableMap.of(
          Category.SMALL, 0.35,
          Category.MEDIUM_SMALL, 0.35,
          Category.MEDIUM, 0.30),
      30,
      Category.MEDIUM,
      70);

  private final String title;
  private final ImmutableMap<Category, Double> shares;
  private final int intervalSeconds;
  private final Category firstLong;
  private final int shortPercent;

  Mix(
      String title,
      ImmutableMap<Category, Double> shares,
      int intervalSeconds,
      Category firstLong,
      int shortPercent) {
    this.title = title;
    this.shares = shares;
    this.intervalSeconds = intervalSeconds;
    this.firstLong = firstLong;
    this.shortPercent = shortPercent;
  }

  String title() {
    return title;
  }

  /** The categories that it has, the smallest first. */
  ImmutableSet<Category> categories() {
    return shares.keySet();
  }

  /** Which part of the jobs is of a category. */
  double share(Category category) {
    return shares.getOrDefault(category, 0.0);
  }

  /** Mean time between two arrivals in the paper. */
  int intervalSeconds() {
    return intervalSeconds;
  }

  /** Whether two-class preemption counts jobs of a category as long. */
  boolean isLong(Category category) {
    return category.compareTo(firstLong) >= 0;
  }

  /** What two-class preemption guarantees short jobs. */
  int shortPercent() {
    return shortPercent;
  }

  /** The load of the paper's cluster: the work that comes, over the work that its cores can do. */
  double load() {
    double workSeconds = categories().stream().mapToDouble(c -> share(c) * c.workSeconds()).sum();
    return workSeconds / (intervalSeconds * Category.PAPER_CORES);
  }
}
