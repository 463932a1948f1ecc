package org.foresight.throughput;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A cluster and what its applications ask for. All of them ask at once for far more than can start,
 * so that at any time every one waits for something.
 *
 * @param nodes number of nodes
 * @param slots containers that a node holds
 * @param heartbeatMillis time between two heartbeats of a node
 * @param applications number of ordinary applications, spread over the queues
 * @param tasks containers that each of them asks for
 * @param bigTasks containers that one application more asks for, in a queue of its own; 0 for none
 * @param deadlineMinutes how long after its submission an application of the first {@link
 *     #DEADLINE_QUEUES} queues shall have ended; 0 for none
 * @param warmUpSeconds from the first container until the measuring begins
 * @param seconds how long is measured
 * @param shortestTaskMillis how long the tasks of the application with the shortest ones last
 * @param longestTaskMillis how long those of the application with the longest ones do
 */
record Load(
    int nodes,
    int slots,
    int heartbeatMillis,
    int applications,
    int tasks,
    int bigTasks,
    int deadlineMinutes,
    int warmUpSeconds,
    int seconds,
    int shortestTaskMillis,
    int longestTaskMillis) {

  static final int QUEUES = 5;

  /** In how many queues applications have deadlines, if any have. */
  static final int DEADLINE_QUEUES = 2;

  /** The queue of the application that asks for very much. */
  static final String BIG_QUEUE = "big";

  /** So long that each application has begun before the measuring. */
  private static final int SUBMISSION_MILLIS = 2_000;

  Load {
    if (nodes < 1 || slots < 1 || heartbeatMillis < 1 || applications < 1 || tasks < 1) {
      throw new IllegalArgumentException(
          "Nodes ("
              + nodes
              + "), slots ("
              + slots
              + "), heartbeatMillis ("
              + heartbeatMillis
              + "), applications ("
              + applications
              + ") and tasks ("
              + tasks
              + ") must be positive.");
    }
    if (bigTasks < 0 || deadlineMinutes < 0 || warmUpSeconds < 0 || seconds < 1) {
      throw new IllegalArgumentException(
          "The bigTasks ("
              + bigTasks
              + "), deadlineMinutes ("
              + deadlineMinutes
              + ") and warmUpSeconds ("
              + warmUpSeconds
              + ") must not be negative, seconds ("
              + seconds
              + ") positive.");
    }
    if (shortestTaskMillis < 1 || longestTaskMillis < shortestTaskMillis) {
      throw new IllegalArgumentException(
          "The shortestTaskMillis ("
              + shortestTaskMillis
              + ") must be positive and not above longestTaskMillis ("
              + longestTaskMillis
              + ").");
    }
  }

  /** An application. */
  record Application(String id, String queue, int tasks, int taskMillis, int submitMillis) {}

  static String queue(int number) {
    return "q" + number;
  }

  /** Containers that all applications ask for, those of their masters included. */
  long containers() {
    long ordinary = (long) applications * (tasks + 1);
    return bigTasks > 0 ? ordinary + bigTasks + 1 : ordinary;
  }

  /** The ordinary applications in the order of their submission, then the big one, if any. */
  List<Application> generate(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Application> all = new ArrayList<>();
    for (int i = 0; i < applications; i++) {
      all.add(
          new Application(
              "job-" + i,
              queue(i % QUEUES),
              tasks,
              random.nextInt(shortestTaskMillis, longestTaskMillis + 1),
              (int) ((long) i * SUBMISSION_MILLIS / applications)));
    }
    if (bigTasks > 0) {
      all.add(
          new Application(
              "job-big",
              BIG_QUEUE,
              bigTasks,
              random.nextInt(shortestTaskMillis, longestTaskMillis + 1),
              SUBMISSION_MILLIS));
    }
    return all;
  }

  Load withBigTasks(int newBigTasks) {
    return with(newBigTasks, deadlineMinutes);
  }

  Load withDeadlines(int newDeadlineMinutes) {
    return with(bigTasks, newDeadlineMinutes);
  }

  private Load with(int newBigTasks, int newDeadlineMinutes) {
    return new Load(
        nodes,
        slots,
        heartbeatMillis,
        applications,
        tasks,
        newBigTasks,
        newDeadlineMinutes,
        warmUpSeconds,
        seconds,
        shortestTaskMillis,
        longestTaskMillis);
  }
}
