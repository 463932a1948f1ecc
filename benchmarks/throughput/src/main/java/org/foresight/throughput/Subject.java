package org.foresight.throughput;

import com.google.common.collect.ImmutableMap;
import java.util.Map;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.foresight.yarn.MeteredForesightScheduler;

/** A scheduler in a mode, all that is compared. */
enum Subject {
  /** As it was until Hadoop 3.4, allowed to fill a node at once, which it is not by default. */
  CAPACITY_HEARTBEAT(
      "CapacityScheduler, by heartbeats, many off-switch",
      MeteredCapacityScheduler.class,
      ImmutableMap.of(
          "yarn.scheduler.capacity.schedule-asynchronously.enable", "false",
          "yarn.scheduler.capacity.per-node-heartbeat.maximum-offswitch-assignments", "1000")),

  /** The default of Hadoop 3.5. */
  CAPACITY_ASYNC(
      "CapacityScheduler, asynchronous",
      MeteredCapacityScheduler.class,
      ImmutableMap.of("yarn.scheduler.capacity.schedule-asynchronously.enable", "true")),

  FAIR(
      "FairScheduler",
      MeteredFairScheduler.class,
      ImmutableMap.of(
          "yarn.scheduler.fair.assignmultiple", "true",
          "yarn.scheduler.fair.continuous-scheduling-enabled", "false")),

  /** On the default of Hadoop 3.5. */
  FORESIGHT(
      "Foresight",
      MeteredForesightScheduler.class,
      ImmutableMap.of(
          "yarn.scheduler.capacity.schedule-asynchronously.enable", "true",
          "foresight.mode", "on"));

  private final String title;
  private final Class<? extends AbstractYarnScheduler<?, ?>> scheduler;
  private final ImmutableMap<String, String> settings;

  Subject(
      String title,
      Class<? extends AbstractYarnScheduler<?, ?>> scheduler,
      Map<String, String> settings) {
    this.title = title;
    this.scheduler = scheduler;
    this.settings = ImmutableMap.copyOf(settings);
  }

  /** What it is called on the page. */
  String title() {
    return title;
  }

  Class<? extends AbstractYarnScheduler<?, ?>> scheduler() {
    return scheduler;
  }

  /** Where it differs from the defaults of YARN and of Foresight. */
  ImmutableMap<String, String> settings() {
    return settings;
  }
}
