package org.foresight.predictor.store;

import com.google.common.collect.ImmutableSortedMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which segments a checkpoint makes needless: of each writer those up to a number. Not simply all
 * that are older: a writer that was taken over may have finished one more since, which nobody has
 * learned.
 *
 * @param lastByEpoch the last number by epoch
 */
record Coverage(ImmutableSortedMap<Long, Long> lastByEpoch) {

  static final Coverage NONE = new Coverage(ImmutableSortedMap.of());

  /** The coverage of these segments and no others. */
  static Coverage of(Iterable<SegmentName> segments) {
    TreeMap<Long, Long> lastByEpoch = new TreeMap<>();
    for (SegmentName segment : segments) {
      lastByEpoch.merge(segment.epoch(), segment.last(), Math::max);
    }
    return new Coverage(ImmutableSortedMap.copyOf(lastByEpoch));
  }

  boolean covers(SegmentName segment) {
    Long last = lastByEpoch.get(segment.epoch());
    return last != null && segment.last() <= last;
  }

  /** As {@code 3:17,4:2}, writer 3 up to 17 and writer 4 up to 2; {@code -} for none. */
  String encode() {
    List<String> parts = new ArrayList<>();
    for (Map.Entry<Long, Long> entry : lastByEpoch.entrySet()) {
      parts.add(entry.getKey() + ":" + entry.getValue());
    }
    return parts.isEmpty() ? "-" : String.join(",", parts);
  }

  static Coverage decode(String text) throws HistoryFormatException {
    if (text.equals("-")) {
      return NONE;
    }
    TreeMap<Long, Long> lastByEpoch = new TreeMap<>();
    for (String part : text.split(",", -1)) {
      int colon = part.indexOf(':');
      try {
        lastByEpoch.put(
            Long.valueOf(part.substring(0, Math.max(0, colon))),
            Long.valueOf(part.substring(colon + 1)));
      } catch (NumberFormatException e) {
        HistoryFormatException malformed =
            new HistoryFormatException("covers", text, "pairs of whole numbers, such as 3:17,4:2");
        malformed.initCause(e);
        throw malformed;
      }
    }
    return new Coverage(ImmutableSortedMap.copyOf(lastByEpoch));
  }
}
