package org.foresight.planner;

import com.google.common.collect.ImmutableSortedMap;

/**
 * What was summed up queue by queue.
 *
 * @param byQueue of the queues that there are, by their paths
 * @param total of all queues that there ever were: it never falls
 */
public record QueueTotals<T>(ImmutableSortedMap<String, T> byQueue, T total) {}
