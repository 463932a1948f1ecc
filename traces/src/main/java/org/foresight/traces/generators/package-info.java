/**
 * Generated workloads of the papers, by name: see {@link
 * org.foresight.traces.generators.Generators}.
 */
@NullMarked
package org.foresight.traces.generators;

import org.jspecify.annotations.NullMarked;
