package org.foresight.testbed;

/**
 * What YARN's own work took in a run: what no runtime of a task contains, and what a simulation has
 * to be told.
 *
 * @param ask from the submission of a job until its application master asks for containers
 * @param launch from the allocation of a container until its node has accepted to start the task
 * @param overhead by how much longer than its task runs a container holds its room, from its
 *     allocation until the ResourceManager knows of its end
 * @param report from then until the application master knows of it
 */
public record YarnLatencies(Latency ask, Latency launch, Latency overhead, Latency report) {

  /** As if every job had asked so much later, or earlier where it is negative; never before 0. */
  public YarnLatencies withAskOff(int millis) {
    Latency shifted =
        new Latency(
            ask.count(),
            Math.max(0, ask.meanMillis() + millis),
            Math.max(0, ask.p90Millis() + millis));
    return new YarnLatencies(shifted, launch, overhead, report);
  }
}
