/**
 * Integration tests of the ResourceManager plug-in on a real YARN. In the plug-in's own package, so
 * that schedulers with misbehaving policies can be made. And a check that the simulator's capacity
 * policy agrees with the real one.
 */
@NullMarked
package org.foresight.yarn;

import org.jspecify.annotations.NullMarked;
