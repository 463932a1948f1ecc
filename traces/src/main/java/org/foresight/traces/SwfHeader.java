package org.foresight.traces;

import com.google.common.collect.ImmutableMap;
import java.util.OptionalInt;

/**
 * What the comment lines before the first job state of the whole trace, such as {@code ; MaxProcs:
 * 100}.
 *
 * <p>Immutable.
 *
 * @param fields the texts by field name; of a field that comes more than once, such as {@code
 *     Note}, the lines in order, joined by line feeds
 * @param maxProcs processors of the machine, empty if not stated
 * @param maxNodes nodes of the machine, empty if not stated
 */
public record SwfHeader(
    ImmutableMap<String, String> fields, OptionalInt maxProcs, OptionalInt maxNodes) {}
