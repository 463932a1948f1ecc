package org.foresight.traces.logs;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.base.CharMatcher;
import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import org.foresight.traces.TraceFormatException;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object of a log, and where it is.
 *
 * <p>Where a value isn't as asked for, every method throws a {@link TraceFormatException} that
 * names it. Strings and numbers may stand in an object of one field that names their type, as Avro
 * writes them. Not changed by any method.
 *
 * @param position where the outermost object begins
 * @param place the object's place in the outermost one; empty for that itself
 */
record JsonRecord(LogPosition position, String place, JsonNode object) {

  /** The log. */
  Path file() {
    return position.file();
  }

  /** Whether the object has the field, with another value than null. */
  boolean has(String field) {
    return object.hasNonNull(field);
  }

  /** A string. */
  String text(String field) {
    String text = textOrNull(field);
    if (text == null) {
      throw problem(field, "a string");
    }
    return text;
  }

  /** A string; null if there is no such field, or null in it. */
  @Nullable String textOrNull(String field) {
    if (!has(field)) {
      return null;
    }
    JsonNode value = scalar(field);
    if (!value.isTextual()) {
      throw problem(field, "a string");
    }
    return value.textValue();
  }

  /** Whether the field is there and true. */
  boolean flag(String field) {
    if (!has(field)) {
      return false;
    }
    JsonNode value = scalar(field);
    if (!value.isBoolean()) {
      throw problem(field, "true or false");
    }
    return value.booleanValue();
  }

  /** A whole number within bounds. */
  long whole(String field, long min, long max) {
    JsonNode value = scalar(field);
    if (!value.isIntegralNumber()
        || !value.canConvertToLong()
        || value.longValue() < min
        || value.longValue() > max) {
      throw problem(field, "a whole number from " + min + " to " + max);
    }
    return value.longValue();
  }

  /** A number within bounds. */
  double number(String field, double min, double max) {
    JsonNode value = scalar(field);
    // Written so that NaN is refused too.
    if (!value.isNumber() || !(value.doubleValue() >= min && value.doubleValue() <= max)) {
      throw problem(field, "a number from " + min + " to " + max);
    }
    return value.doubleValue();
  }

  /** A time, in milliseconds since 1970. */
  long millis(String field) {
    return whole(field, 1, LogLimits.TIME_MILLIS);
  }

  /** A time, in milliseconds since 1970; unknown where there is none, or -1 or 0 in its place. */
  OptionalLong knownMillis(String field) {
    long millis = has(field) ? whole(field, -1, LogLimits.TIME_MILLIS) : 0;
    return millis > 0 ? OptionalLong.of(millis) : OptionalLong.empty();
  }

  /** A number, such as of a stage. */
  int index(String field) {
    return (int) whole(field, 0, Integer.MAX_VALUE);
  }

  /** Numbers, such as of stages; none if there is no such field. */
  ImmutableList<Integer> indices(String field) {
    ImmutableList.Builder<Integer> indices = ImmutableList.builder();
    for (JsonNode element : array(field)) {
      if (!element.isIntegralNumber() || !element.canConvertToInt() || element.intValue() < 0) {
        throw problem(field, "whole numbers from 0 to " + Integer.MAX_VALUE);
      }
      indices.add(element.intValue());
    }
    return indices.build();
  }

  /** An object. */
  JsonRecord object(String field) {
    JsonNode value = object.get(field);
    if (value == null || !value.isObject()) {
      throw problem(field, "an object");
    }
    return inside(field, value);
  }

  /**
   * The object in the only field of an object, whatever its name, as Avro writes one of several.
   */
  JsonRecord onlyObject() {
    if (object.size() == 1) {
      Map.Entry<String, JsonNode> only = object.properties().iterator().next();
      if (only.getValue().isObject()) {
        String name = CharMatcher.javaIsoControl().replaceFrom(only.getKey(), '?');
        return inside(name, only.getValue());
      }
    }
    throw position.problem(
        "field "
            + place
            + ": found "
            + TraceFormatException.quote(object.toString())
            + "; accepted: an object with one object in it.");
  }

  /** Objects; none if there is no such field, or null in it. */
  ImmutableList<JsonRecord> objects(String field) {
    ImmutableList.Builder<JsonRecord> objects = ImmutableList.builder();
    int index = 0;
    for (JsonNode element : array(field)) {
      if (!element.isObject()) {
        throw problem(field, "an array of objects");
      }
      objects.add(inside(field + "[" + index + "]", element));
      index++;
    }
    return objects.build();
  }

  private JsonNode array(String field) {
    JsonNode value = object.path(field);
    if (has(field) && !value.isArray()) {
      throw problem(field, "an array");
    }
    return value;
  }

  private JsonNode scalar(String field) {
    JsonNode value = object.path(field);
    return value.isObject() && value.size() == 1 ? value.iterator().next() : value;
  }

  private JsonRecord inside(String field, JsonNode value) {
    return new JsonRecord(position, path(field), value);
  }

  private String path(String field) {
    return place.isEmpty() ? field : place + "." + field;
  }

  /** The problem that the field holds what it holds. */
  TraceFormatException problem(String field, String accepted) {
    JsonNode value = object.get(field);
    return position.problem(
        "field "
            + path(field)
            + ": found "
            + (value == null ? "none" : TraceFormatException.quote(value.toString()))
            + "; accepted: "
            + accepted
            + ".");
  }
}
