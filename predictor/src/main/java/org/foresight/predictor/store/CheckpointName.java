package org.foresight.predictor.store;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a checkpoint.
 *
 * @param epoch the number of the writer
 * @param number counts the checkpoints of the writer
 */
record CheckpointName(long epoch, long number) implements Comparable<CheckpointName> {

  private static final Pattern PATTERN = Pattern.compile("checkpoint-(\\d{1,18})-(\\d{1,18})");

  /** Oldest first. */
  private static final Comparator<CheckpointName> ORDER =
      Comparator.comparingLong(CheckpointName::epoch).thenComparingLong(CheckpointName::number);

  static Optional<CheckpointName> parse(String name) {
    Matcher matcher = PATTERN.matcher(name);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    CheckpointName parsed =
        new CheckpointName(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)));
    return parsed.toString().equals(name) ? Optional.of(parsed) : Optional.empty();
  }

  @Override
  public int compareTo(CheckpointName other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return String.format("checkpoint-%06d-%08d", epoch, number);
  }
}
