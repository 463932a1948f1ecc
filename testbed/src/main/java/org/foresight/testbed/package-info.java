/**
 * A real YARN, in one process ({@link org.foresight.testbed.LocalYarnCluster}) or in many ({@link
 * org.foresight.testbed.Testbed}), and a driver that runs workloads on it through YARN's public
 * client interfaces ({@link org.foresight.testbed.WorkloadDriver}).
 */
@NullMarked
package org.foresight.testbed;

import org.jspecify.annotations.NullMarked;
