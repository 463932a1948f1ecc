package org.foresight.planner.preemption;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.foresight.planner.Preemption;
import org.foresight.planner.cluster.KeptRoom;
import org.foresight.planner.cluster.RunningTask;

/**
 * Room that is being made, or is kept, for a job.
 *
 * <p>It waits out the grace of its tasks ({@link Stage#TOLD}), then for their nodes to give the
 * room back ({@link Stage#LEAVING}), then for its job ({@link Stage#GONE}); it is over when all its
 * places are used or given up and no task is on its way any more, or when its time is up. Not
 * thread-safe.
 */
final class Order {

  /** What has become of a task that is to make room. */
  enum Stage {
    /** Its job has been told. */
    TOLD,
    /** It was stopped or has ended; its node has not given its room back yet. */
    LEAVING,
    /** Its node has given its room back. */
    GONE,
    /** It goes on, for its room is not needed any more. */
    SPARED;

    /** Whether its room is on its way. */
    boolean isUnderWay() {
      return this == TOLD || this == LEAVING;
    }
  }

  /** A task that is to make room. */
  static final class Victim {
    final Preemption preemption;
    final RunningTask task;

    /** Whether it is stopped together with all others of its job, or not at all. */
    final boolean ofGang;

    private final Moment told;

    /** Changed by {@link #become} alone. */
    private Stage stage = Stage.TOLD;

    private String fate = "To be stopped";

    Victim(Preemption preemption, RunningTask task, boolean ofGang, Moment told) {
      this.preemption = preemption;
      this.task = task;
      this.ofGang = ofGang;
      this.told = told;
    }

    Stage stage() {
      return stage;
    }

    void become(Stage next) {
      stage = next;
    }

    /** It is stopped now. */
    void stop(Moment now) {
      fate = String.format(Locale.ROOT, "Stopped after %.1f s", ranMillis(now) / 1000.0);
      stage = Stage.LEAVING;
    }

    /** It has ended by itself. */
    void end() {
      fate = "Has ended by itself, told";
      stage = Stage.LEAVING;
    }

    /** For whom and why it makes room, and what has become of it so far. */
    Preemption said() {
      return preemption.saying(fate);
    }

    /** How long ago its job was told. */
    long sinceNoticeMillis(long steadyMillis) {
      return steadyMillis - told.steadyMillis();
    }

    /** How long the task has run; its start is by the host's clock when its job was told. */
    long ranMillis(Moment now) {
      return told.clockMillis() - task.startMillis() + now.steadyMillis() - told.steadyMillis();
    }
  }

  final String beneficiary;

  /** The places whose containers have not started yet. */
  final List<KeptRoom> places;

  final ImmutableList<Victim> victims;

  /** By the time that passes evenly, and so is the next one. */
  final long stopAtMillis;

  final long expiresAtMillis;

  Order(
      String beneficiary,
      List<KeptRoom> places,
      List<Victim> victims,
      long stopAtMillis,
      long expiresAtMillis) {
    this.beneficiary = beneficiary;
    this.places = new ArrayList<>(places);
    this.victims = ImmutableList.copyOf(victims);
    this.stopAtMillis = stopAtMillis;
    this.expiresAtMillis = expiresAtMillis;
  }

  boolean has(Stage stage) {
    return victims.stream().anyMatch(victim -> victim.stage() == stage);
  }

  /** Whether no task is on its way any more: the room is there, or somebody else has taken it. */
  boolean hasItsRoom() {
    return victims.stream().noneMatch(victim -> victim.stage().isUnderWay());
  }

  /** Whether there is nothing left to do. */
  boolean isOver() {
    return places.isEmpty() && hasItsRoom();
  }
}
