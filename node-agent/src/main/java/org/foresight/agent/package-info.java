/**
 * What lives in a NodeManager: lets the containers that run there take turns by least attained
 * service, and tells the ResourceManager of it. It translates what YARN tells into the words of
 * {@code planner.node}, which decides, and carries out what is decided by {@code agent.cpu}; it
 * decides nothing itself. No exception of its own reaches YARN.
 */
@NullMarked
package org.foresight.agent;

import org.jspecify.annotations.NullMarked;
