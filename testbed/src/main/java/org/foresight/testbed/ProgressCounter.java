package org.foresight.testbed;

/**
 * Counts what the jobs of a workload have reached and tells a listener.
 *
 * <p>Thread-safe.
 */
final class ProgressCounter {

  private final int jobs;
  private final ProgressListener listener;
  private int submitted;
  private int running;
  private int done;

  ProgressCounter(int jobs, ProgressListener listener) {
    this.jobs = jobs;
    this.listener = listener;
  }

  /** The part of one job. */
  JobMaster.Events newJob() {
    return new OneJob();
  }

  private synchronized void add(int newSubmitted, int newRunning, int newDone) {
    submitted += newSubmitted;
    running += newRunning;
    done += newDone;
    listener.onProgress(new RunProgress(jobs, submitted, running, done));
  }

  private final class OneJob implements JobMaster.Events {
    private boolean started;

    @Override
    public void submitted() {
      add(1, 0, 0);
    }

    @Override
    public synchronized void firstTaskStarted() {
      started = true;
      add(0, 1, 0);
    }

    @Override
    public synchronized void ended(boolean succeeded) {
      add(0, started ? -1 : 0, succeeded ? 1 : 0);
    }
  }
}
