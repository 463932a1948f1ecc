package org.foresight.kairosyarn;

import com.google.common.collect.ImmutableList;
import java.util.Optional;

/** What a run is of. */
enum Experiment {
  /** A job of each category, one after the other. */
  ALONE("alone", Optional.empty()),
  HEAVY_TAILED(Mix.HEAVY_TAILED.title(), Optional.of(Mix.HEAVY_TAILED)),
  UNIFORM(Mix.UNIFORM.title(), Optional.of(Mix.UNIFORM)),
  /** A short task beside long ones, and a JVM that is suspended. */
  AGENT("agent", Optional.empty());

  private final String title;
  private final Optional<Mix> mix;

  Experiment(String title, Optional<Mix> mix) {
    this.title = title;
    this.mix = mix;
  }

  /** The name in files. */
  String title() {
    return title;
  }

  /** The mix that is run; empty where none is. */
  Optional<Mix> mix() {
    return mix;
  }

  /** That of a mix. */
  static Experiment of(Mix mix) {
    return switch (mix) {
      case HEAVY_TAILED -> HEAVY_TAILED;
      case UNIFORM -> UNIFORM;
    };
  }

  /** Under which systems it is run. */
  ImmutableList<YarnSystem> systems() {
    return switch (this) {
      case ALONE -> ImmutableList.of(YarnSystem.FIFO);
      case HEAVY_TAILED, UNIFORM -> ImmutableList.copyOf(YarnSystem.values());
      case AGENT -> ImmutableList.of(YarnSystem.KAIROS);
    };
  }
}
