package org.foresight.kairosyarn;

/** A figure of a run; the names are those in the files of runs. */
enum Figure {
  /** Jobs that did not end. */
  UNFINISHED,
  /** Tasks that had to run again; of trials, long tasks that were gone at the end. */
  LOST_TASKS,
  /** The machine's load average when the run began. */
  LOAD_AVERAGE,
  /** From the first possible arrival to the last end. */
  ELAPSED_SECONDS,
  /** Processor time that tasks needed. */
  TASK_CPU_SECONDS,
  /** Processor time of the ResourceManager meanwhile. */
  MANAGER_CPU_SECONDS,
  /** Processor time of the NodeManager meanwhile, without its containers. */
  NODE_CPU_SECONDS,
  /** Processor time of the agent's thread, which is in that. */
  AGENT_CPU_SECONDS,
  /** Processor time of the process that all application masters are in. */
  MASTERS_CPU_SECONDS
}
