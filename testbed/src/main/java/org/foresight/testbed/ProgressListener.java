package org.foresight.testbed;

/** Is told how far a workload has got, from the driver's own threads, one call at a time. */
@FunctionalInterface
public interface ProgressListener {

  /** Called after each submission, each job's first task and each job's end; must return soon. */
  void onProgress(RunProgress progress);
}
