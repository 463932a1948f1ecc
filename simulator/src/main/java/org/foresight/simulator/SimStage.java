package org.foresight.simulator;

import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.traces.WorkloadStage;

/** The tasks of one stage of a live job: which are still to start, run, or have succeeded. */
final class SimStage {
  private static final byte PENDING = 0;
  private static final byte RUNNING = 1;
  private static final byte SUCCEEDED = 2;

  private final WorkloadStage spec;
  private final String name;
  final ResourceVector demand;

  /** Number, within the job, of its first task. */
  private final int firstNumber;

  private final byte[] states;

  /** How often each task was lost; empty until the first is. */
  private int[] losses = {};

  private int next;
  private int pending;
  private int unfinished;
  private boolean ready;

  SimStage(WorkloadStage spec, String name, ResourceVector demand, int firstNumber) {
    this.spec = spec;
    this.name = name;
    this.demand = demand;
    this.firstNumber = firstNumber;
    this.states = new byte[spec.width()];
    this.pending = spec.width();
    this.unfinished = spec.width();
    this.ready = spec.parents().isEmpty();
  }

  int width() {
    return states.length;
  }

  String partition() {
    return spec.partition();
  }

  boolean isReady() {
    return ready;
  }

  void makeReady() {
    ready = true;
  }

  boolean parentsHaveEnded(SimStage[] stages) {
    for (int i = 0; i < spec.parents().length(); i++) {
      if (stages[spec.parents().get(i)].unfinished > 0) {
        return false;
      }
    }
    return true;
  }

  boolean hasEnded() {
    return unfinished == 0;
  }

  int pending() {
    return pending;
  }

  TaskAsk ask() {
    return new TaskAsk(TaskAsk.Kind.TASK, spec.partition(), demand, pending, name);
  }

  /** Takes the pending task of the lowest number; there must be one. Returns its number. */
  int start() {
    while (states[next] != PENDING) {
      next++;
    }
    states[next] = RUNNING;
    pending--;
    return firstNumber + next;
  }

  /** A running task has succeeded. */
  void succeeded(int number) {
    require(number, RUNNING);
    states[number - firstNumber] = SUCCEEDED;
    unfinished--;
  }

  /** A running task is lost and has to run again. */
  void lost(int number) {
    require(number, RUNNING);
    int task = number - firstNumber;
    states[task] = PENDING;
    if (losses.length == 0) {
      losses = new int[states.length];
    }
    losses[task]++;
    next = Math.min(next, task);
    pending++;
  }

  private void require(int number, byte state) {
    if (states[number - firstNumber] != state) {
      throw new IllegalStateException(
          "the task " + number + " is in the state " + states[number - firstNumber]);
    }
  }

  /** The runtime that the workload states. */
  long runtimeMillis(int number) {
    return spec.taskMillis().get(number - firstNumber);
  }

  /** How often the task was lost before. */
  int losses(int number) {
    return losses.length == 0 ? 0 : losses[number - firstNumber];
  }
}
