package org.foresight.traces.statistics;

/**
 * A figure and the ends of its 95 % confidence interval.
 *
 * @param value the figure itself
 * @param low lower end
 * @param high upper end
 */
public record Interval(double value, double low, double high) {}
