package org.foresight.agent;

import java.util.function.Function;

/**
 * A key of the agent's in the NodeManager's configuration.
 *
 * @param name its name
 * @param defaultText its value where none is given
 * @param accepted what is accepted, to follow "it must be"
 * @param description what it does, for people, in whole sentences
 * @param parser reads a value, and throws an IllegalArgumentException if it is not accepted
 * @param <T> what a value reads as
 */
record AgentKey<T>(
    String name,
    String defaultText,
    String accepted,
    String description,
    Function<String, T> parser) {}
