package org.foresight.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.foresight.testbed.DriverParameters;
import org.foresight.traces.Workload;

/**
 * What every run of a demo shares.
 *
 * @param workload what is run
 * @param driver how it is run
 * @param asynchronous whether schedulers allocate from threads of their own
 * @param preemption whether Foresight may stop tasks of best-effort jobs
 * @param keepFolder where clusters leave their files; empty to use temporary folders
 */
record DemoPlan(
    Workload workload,
    DriverParameters driver,
    boolean asynchronous,
    boolean preemption,
    Optional<Path> keepFolder) {}
