package org.foresight.kairosyarn;

import com.google.common.math.IntMath;
import java.math.RoundingMode;

/** The categories of jobs of table 4.1: WordCount on inputs of different sizes. */
enum Category {
  SMALL("small", 15, 15, 85),
  MEDIUM_SMALL("medium small", 15, 15, 201),
  MEDIUM("medium", 30, 30, 239),
  MEDIUM_LONG("medium long", 112, 60, 308),
  LONG("long", 224, 60, 1_175);

  /** Of the paper's cluster: 30 nodes, 4 each. */
  static final int PAPER_CORES = 120;

  private final String title;
  private final int maps;
  private final int reduces;
  private final int aloneSeconds;

  /**
   * @param aloneSeconds how long it takes alone in the paper's cluster
   */
  Category(String title, int maps, int reduces, int aloneSeconds) {
    this.title = title;
    this.maps = maps;
    this.reduces = reduces;
    this.aloneSeconds = aloneSeconds;
  }

  /** The paper's name, which also is that of its jobs. */
  String title() {
    return title;
  }

  int maps() {
    return maps;
  }

  int reduces() {
    return reduces;
  }

  /** How long it takes alone in the paper's cluster. */
  int aloneSeconds() {
    return aloneSeconds;
  }

  /**
   * How long a task takes. The paper tells how long a whole job does, alone: here all its tasks are
   * taken to be alike, and to run in as few waves as there are cores for.
   */
  double taskSeconds() {
    return (double) aloneSeconds / (waves(maps, PAPER_CORES) + waves(reduces, PAPER_CORES));
  }

  /** What all tasks take together. */
  double workSeconds() {
    return (maps + reduces) * taskSeconds();
  }

  /** In how many waves tasks run on cores of their own. */
  static int waves(int tasks, int cores) {
    return IntMath.divide(tasks, cores, RoundingMode.CEILING);
  }
}
