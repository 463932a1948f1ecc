/** How long a planning cycle of 3σSched takes by the size of the cluster (3Sigma §6.5). */
@NullMarked
package org.foresight.benchmarks.scale;

import org.jspecify.annotations.NullMarked;
