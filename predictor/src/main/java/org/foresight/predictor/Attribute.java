package org.foresight.predictor;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a job has at its submission and others may have too. */
public enum Attribute {
  USER('u'),
  NAME('n'),
  QUEUE('q'),
  GROUP('g'),
  TYPE('t'),
  PRIORITY('p'),
  SLOTS('s'),
  REQUESTED('r'),
  HOUR('h'),
  WEEKDAY('w');

  private static final ImmutableMap<Character, Attribute> BY_CODE =
      Maps.uniqueIndex(Arrays.asList(values()), attribute -> attribute.code);

  private final char code;

  Attribute(char code) {
    this.code = code;
  }

  /** Stands for it in saved state. */
  char code() {
    return code;
  }

  /** The attribute with this code; empty if there is none. */
  static Optional<Attribute> ofCode(char code) {
    return Optional.ofNullable(BY_CODE.get(code));
  }

  /** The name for explanations. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The attributes that a job has, in the order of their declaration; its name is normalised, and
   * none if it is blank. Hour and weekday are those of UTC.
   */
  static Map<Attribute, String> of(JobFeatures job) {
    EnumMap<Attribute, String> values = new EnumMap<>(Attribute.class);
    values.put(USER, job.user());
    String name = JobNames.normalise(job.jobName());
    if (!name.isEmpty()) {
      values.put(NAME, name);
    }
    values.put(QUEUE, job.queue());
    job.group().ifPresent(group -> values.put(GROUP, group));
    job.jobType().ifPresent(type -> values.put(TYPE, type));
    job.priority().ifPresent(priority -> values.put(PRIORITY, Integer.toString(priority)));
    job.slots().ifPresent(slots -> values.put(SLOTS, Long.toString(slots)));
    job.requestedMillis().ifPresent(millis -> values.put(REQUESTED, Long.toString(millis)));
    job.submitEpochMillis()
        .ifPresent(
            millis -> {
              ZonedDateTime time = Instant.ofEpochMilli(millis).atZone(ZoneOffset.UTC);
              values.put(HOUR, Integer.toString(time.getHour()));
              values.put(WEEKDAY, Integer.toString(time.getDayOfWeek().getValue()));
            });
    return Collections.unmodifiableMap(values);
  }
}
