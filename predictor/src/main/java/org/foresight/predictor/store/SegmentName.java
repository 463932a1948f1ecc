package org.foresight.predictor.store;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a segment, a file of records. It says which of the numbers that its writer counted
 * are in it: one, or several after a merge.
 *
 * @param epoch the number of the writer
 * @param first the first number
 * @param last the last number
 * @param records how many records there are
 */
record SegmentName(long epoch, long first, long last, int records)
    implements Comparable<SegmentName> {

  private static final Pattern PATTERN =
      Pattern.compile("segment-(\\d{1,18})-(\\d{1,18})-(\\d{1,18})-(\\d{1,9})");

  /** In the order in which they were learned; of those that begin alike, the larger one first. */
  private static final Comparator<SegmentName> ORDER =
      Comparator.comparingLong(SegmentName::epoch)
          .thenComparingLong(SegmentName::first)
          .thenComparing(SegmentName::last, Comparator.reverseOrder())
          .thenComparingInt(SegmentName::records);

  static Optional<SegmentName> parse(String name) {
    Matcher matcher = PATTERN.matcher(name);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    SegmentName parsed =
        new SegmentName(
            Long.parseLong(matcher.group(1)),
            Long.parseLong(matcher.group(2)),
            Long.parseLong(matcher.group(3)),
            Integer.parseInt(matcher.group(4)));
    // What is written otherwise would be another file.
    return parsed.first <= parsed.last && parsed.toString().equals(name)
        ? Optional.of(parsed)
        : Optional.empty();
  }

  boolean overlaps(SegmentName other) {
    return epoch == other.epoch && first <= other.last && other.first <= last;
  }

  boolean contains(SegmentName other) {
    return epoch == other.epoch && first <= other.first && other.last <= last;
  }

  @Override
  public int compareTo(SegmentName other) {
    return ORDER.compare(this, other);
  }

  /** The file's name; the numbers are as long as people need to see the order. */
  @Override
  public String toString() {
    return String.format("segment-%06d-%08d-%08d-%d", epoch, first, last, records);
  }
}
