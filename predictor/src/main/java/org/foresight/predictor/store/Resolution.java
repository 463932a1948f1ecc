package org.foresight.predictor.store;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Multiset;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What segments that overlap hold together. Most often it is a single one; there are more after a
 * crash between the writing of a merged one and the deletion of its parts.
 *
 * @param span the name of a segment with all these records
 * @param records the records, each once
 * @param damaged the members that are damaged
 * @param problems what is wrong with these
 * @param isOfLaterVersion whether a later build wrote one of them, so that all must be left alone
 * @param isWhole whether {@code span} is there and good, so that the others are not needed
 */
record Resolution(
    SegmentName span,
    ImmutableList<HistoryRecord> records,
    ImmutableSet<SegmentName> damaged,
    ImmutableList<HistoryProblem> problems,
    boolean isOfLaterVersion,
    boolean isWhole) {

  /** The segments in groups of which no two overlap, in order; each group is in order, too. */
  static ImmutableList<ImmutableList<SegmentName>> groups(Iterable<SegmentName> sorted) {
    List<List<SegmentName>> groups = new ArrayList<>();
    SegmentName reach = null;
    for (SegmentName segment : sorted) {
      if (reach == null || !reach.overlaps(segment)) {
        groups.add(new ArrayList<>());
        reach = segment;
      } else if (segment.last() > reach.last()) {
        reach = new SegmentName(reach.epoch(), reach.first(), segment.last(), 0);
      }
      groups.get(groups.size() - 1).add(segment);
    }
    return groups.stream().map(ImmutableList::copyOf).collect(toImmutableList());
  }

  /** The names of segments among those of files. */
  static ImmutableList<SegmentName> segmentsIn(Iterable<String> names) {
    ImmutableList.Builder<SegmentName> segments = ImmutableList.builder();
    for (String name : names) {
      SegmentName.parse(name).ifPresent(segments::add);
    }
    return ImmutableList.sortedCopyOf(segments.build());
  }

  /**
   * Reads a group.
   *
   * @param group segments that overlap, in order
   */
  static Resolution read(HistoryStorage storage, List<SegmentName> group) throws IOException {
    ImmutableList.Builder<Member> reading = ImmutableList.builder();
    for (SegmentName name : group) {
      Segment segment = read(storage, name.toString());
      ImmutableList<HistoryProblem> problems =
          segment.isClean() && segment.records().size() != name.records()
              ? ImmutableList.of(wrongCount(storage, name, segment))
              : segment.problems();
      reading.add(new Member(name, segment, problems));
    }
    ImmutableList<Member> members = reading.build();
    Optional<Member> whole = members.stream().filter(m -> m.stands(members)).findFirst();
    ImmutableList<HistoryRecord> records =
        whole.map(m -> m.segment.records()).orElseGet(() -> union(members));
    SegmentName first = group.get(0);
    long last = group.stream().mapToLong(SegmentName::last).max().orElseThrow();
    return new Resolution(
        whole
            .map(Member::name)
            .orElse(new SegmentName(first.epoch(), first.first(), last, records.size())),
        records,
        members.stream().filter(m -> !m.isGood()).map(Member::name).collect(toImmutableSet()),
        members.stream().flatMap(m -> m.problems.stream()).collect(toImmutableList()),
        members.stream().anyMatch(m -> m.segment.isOfLaterVersion()),
        whole.isPresent());
  }

  private record Member(SegmentName name, Segment segment, ImmutableList<HistoryProblem> problems) {

    boolean isGood() {
      return problems.isEmpty();
    }

    /** Whether it can stand for all of these. */
    boolean stands(List<Member> members) {
      return isGood() && members.stream().allMatch(member -> name.contains(member.name));
    }
  }

  /** Reads one file. */
  static Segment read(HistoryStorage storage, String name) throws IOException {
    try (InputStream in = storage.read(name)) {
      return Segment.read(storage.location() + "/" + name, in.readAllBytes());
    }
  }

  private static HistoryProblem wrongCount(
      HistoryStorage storage, SegmentName name, Segment segment) {
    return new HistoryProblem(
        storage.location() + "/" + name,
        1,
        "records",
        Integer.toString(segment.records().size()),
        "as many as the file's name says, " + name.records());
  }

  /**
   * All records of members that overlap, each once. The first member is one of those that begin
   * first, and the longest of these: most often it holds all others, and what it lost is in these.
   */
  private static ImmutableList<HistoryRecord> union(List<Member> members) {
    Member first = members.get(0);
    if (first.stands(members)) {
      return first.segment.records();
    }
    Multiset<HistoryRecord> there = HashMultiset.create(first.segment.records());
    ImmutableList.Builder<HistoryRecord> union = ImmutableList.builder();
    union.addAll(first.segment.records());
    int from = 1;
    for (List<SegmentName> others : groups(members.stream().skip(1).map(Member::name).toList())) {
      for (HistoryRecord record : union(members.subList(from, from + others.size()))) {
        if (!there.remove(record)) {
          union.add(record);
        }
      }
      from += others.size();
    }
    return union.build();
  }
}
