package org.foresight.predictor.store;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.LearnedState;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.predictor.posterior.SpreadLearner;
import org.jspecify.annotations.Nullable;

/**
 * Teaches a predictor finished jobs, and a learner of its own how their tasks differed, and keeps
 * them, so that those that are opened on the same storage later know what these knew.
 *
 * <p>Records are buffered until {@link #flush} writes them as a segment, a file that is written
 * whole and never changed. Now and then a checkpoint of all that was learned is written beside
 * them, if the predictor has a {@link LearnedState}: then only the records since need to be learned
 * again. When {@link #flush} returns, all that was learned before survives whatever happens to this
 * process.
 *
 * <p>What was damaged meanwhile costs the records of the damaged lines only. It is reported once,
 * kept aside in the folder {@code damaged}, and mended.
 *
 * <p>One writer at a time: each takes the next number, its epoch, which fences the one before. That
 * one writes no more as soon as it notices, and can't overwrite anything until then since the epoch
 * is part of the names.
 *
 * <p>Thread-safe. {@link #learn} never waits for the storage.
 *
 * <pre>{@code
 * HistoryStorage storage = new LocalHistoryStorage(folder);
 * try (HistoryStore store = HistoryStore.open(storage, predictor, settings, reporter)) {
 *   store.learn(record, prediction); // for each job that finishes
 *   store.flush(); // now and then, in another thread
 * }
 * }</pre>
 */
public final class HistoryStore implements Closeable {

  /** Of the last two checkpoints one may be damaged. */
  private static final int CHECKPOINTS = 2;

  /** The folder for what is damaged. */
  private static final String DAMAGED = "damaged";

  /** So many damaged files are kept; then the oldest go. */
  private static final int MAX_DAMAGED_FILES = 100;

  private static final String MIGRATED = HistoryStorage.OLD_HISTORY + ".migrated";

  /** The records of a history of version 1, which knew no epochs. */
  private static final long OLD_EPOCH = 0;

  private static final Pattern OWNER = Pattern.compile("owner-(\\d{1,18})");

  private final HistoryStorage storage;
  private final RuntimePredictor predictor;
  private final @Nullable LearnedState learned;
  private final HistorySettings settings;
  private final Consumer<HistoryProblem> reporter;
  private final long epoch;
  private final Closeable claim;

  /** Held while the storage is at work, and taken before {@link #memory}. */
  private final Object writing = new Object();

  @GuardedBy("writing")
  private final TreeSet<SegmentName> segments = new TreeSet<>();

  @GuardedBy("writing")
  private final TreeMap<CheckpointName, Checkpoint> checkpoints = new TreeMap<>();

  /** Those that were not needed on opening, so that nobody knows whether they are good. */
  @GuardedBy("writing")
  private final TreeSet<SegmentName> unreadSegments = new TreeSet<>();

  @GuardedBy("writing")
  private final TreeSet<CheckpointName> unreadCheckpoints = new TreeSet<>();

  /** What is being written; a failed write is repeated as it was, since it may have succeeded. */
  @GuardedBy("writing")
  private @Nullable Batch batch;

  @GuardedBy("writing")
  private long segmentsWritten;

  @GuardedBy("writing")
  private long checkpointsWritten;

  @GuardedBy("writing")
  private boolean closed;

  /** The takeover, once it was noticed. */
  @GuardedBy("writing")
  private @Nullable HistoryFencedException fenced;

  /** Set on opening. */
  private SpreadLearner spreads = new SpreadLearner();

  /** Held for moments, and while a predictor saves its state. */
  private final Object memory = new Object();

  @GuardedBy("memory")
  private final Deque<HistoryRecord> buffer = new ArrayDeque<>();

  @GuardedBy("memory")
  private long recordsLearned;

  @GuardedBy("memory")
  private long recordsSinceCheckpoint;

  @GuardedBy("memory")
  private long recordsDropped;

  /** Whether records are still to be written: neither closed nor fenced. */
  @GuardedBy("memory")
  private boolean writable = true;

  private long recordsRestored;

  private record Batch(SegmentName name, ImmutableList<HistoryRecord> records) {}

  private HistoryStore(
      HistoryStorage storage,
      RuntimePredictor predictor,
      HistorySettings settings,
      Consumer<HistoryProblem> reporter,
      long epoch,
      Closeable claim) {
    this.storage = storage;
    this.predictor = predictor;
    this.learned = predictor instanceof LearnedState state ? state : null;
    this.settings = settings;
    this.reporter = reporter;
    this.epoch = epoch;
    this.claim = claim;
  }

  /**
   * Opens a history to write, fences the writer before, and teaches the predictor all that is
   * there.
   *
   * @param predictor has learned nothing yet
   * @param reporter is told each problem with the files once, now or during a {@link #flush}
   * @throws IOException if the storage fails or is closed to this writer, never for what its files
   *     contain; the predictor may have learned a part then
   */
  public static HistoryStore open(
      HistoryStorage storage,
      RuntimePredictor predictor,
      HistorySettings settings,
      Consumer<HistoryProblem> reporter)
      throws IOException {
    Closeable claim = storage.prepare();
    try {
      long epoch = takeEpoch(storage, settings.owner());
      HistoryStore store = new HistoryStore(storage, predictor, settings, reporter, epoch, claim);
      store.load();
      return store;
    } catch (IOException | RuntimeException | Error e) {
      try {
        claim.close();
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  /**
   * Reads a history without changing anything, which its writer doesn't notice.
   *
   * @param records is given all records in the order in which they were learned
   * @param problems is given what could not be read
   * @throws IOException if the storage fails, or if its writer merged files meanwhile; then it may
   *     be tried again
   */
  public static void read(
      HistoryStorage storage, Consumer<HistoryRecord> records, Consumer<HistoryProblem> problems)
      throws IOException {
    readSegments(storage, storage.list(""), (segments, all) -> all.forEach(records), problems);
  }

  /**
   * Does the same, and teaches the predictor what {@link #open} would.
   *
   * @param predictor has learned nothing yet; may have learned a part where this fails
   * @return how many records it has learned, which may be more than there still are
   */
  public static long read(
      HistoryStorage storage,
      RuntimePredictor predictor,
      Consumer<HistoryRecord> records,
      Consumer<HistoryProblem> problems)
      throws IOException {
    ImmutableList<String> names = storage.list("");
    Optional<Checkpoint> restored =
        predictor instanceof LearnedState state
            ? restore(storage, names, predictor.name(), state, problems)
            : Optional.empty();
    Coverage known = restored.map(Checkpoint::coverage).orElse(Coverage.NONE);
    long[] learned = {restored.map(Checkpoint::records).orElse(0L)};
    readSegments(
        storage,
        names,
        (segments, all) -> {
          all.forEach(records);
          if (segments.isEmpty() || !segments.stream().allMatch(known::covers)) {
            all.forEach(record -> predictor.learn(record.features(), record.outcome()));
            learned[0] += all.size();
          }
        },
        problems);
    return learned[0];
  }

  /** Teaches the newest checkpoint that can be taken. */
  private static Optional<Checkpoint> restore(
      HistoryStorage storage,
      ImmutableList<String> names,
      String predictor,
      LearnedState state,
      Consumer<HistoryProblem> problems)
      throws IOException {
    TreeSet<CheckpointName> checkpoints = new TreeSet<>();
    names.forEach(name -> CheckpointName.parse(name).ifPresent(checkpoints::add));
    for (CheckpointName name : checkpoints.descendingSet()) {
      try (InputStream first = storage.read(name.toString());
          InputStream second = storage.read(name.toString());
          InputStream third = storage.read(name.toString())) {
        Checkpoint checkpoint = Checkpoint.readHeader(first);
        if (checkpoint.isOf(predictor, state)) {
          Checkpoint.verify(second);
          SpreadLearner unused = Checkpoint.restore(third, state);
          return Optional.of(checkpoint);
        }
      } catch (HistoryFormatException e) {
        problems.accept(problem(storage, name, e));
      }
    }
    return Optional.empty();
  }

  private static HistoryProblem problem(
      HistoryStorage storage, CheckpointName name, HistoryFormatException e) {
    return new HistoryProblem(
        storage.location() + "/" + name, 1, e.field(), e.found(), e.accepted());
  }

  /** Is given segments that overlap, none for a history of version 1, and all that they hold. */
  @FunctionalInterface
  private interface SegmentReader {
    void read(ImmutableList<SegmentName> segments, ImmutableList<HistoryRecord> records);
  }

  private static void readSegments(
      HistoryStorage storage,
      ImmutableList<String> names,
      SegmentReader reader,
      Consumer<HistoryProblem> problems)
      throws IOException {
    ImmutableList<SegmentName> segments = Resolution.segmentsIn(names);
    if (names.contains(HistoryStorage.OLD_HISTORY) && !isMigrated(segments)) {
      Segment old = Resolution.read(storage, HistoryStorage.OLD_HISTORY);
      old.problems().forEach(problems);
      reader.read(ImmutableList.of(), old.records());
    }
    for (ImmutableList<SegmentName> group : Resolution.groups(segments)) {
      Resolution resolution = Resolution.read(storage, group);
      resolution.problems().forEach(problems);
      reader.read(group, resolution.records());
    }
  }

  /**
   * Teaches a record, and keeps it for the next {@link #flush}.
   *
   * @param given what was predicted of the job when it was submitted, see {@link
   *     RuntimePredictor#learn(JobFeatures, JobOutcome, Optional)}
   */
  public void learn(HistoryRecord finished, Optional<JobEstimate> given) {
    synchronized (memory) {
      predictor.learn(finished.features(), finished.outcome(), given);
      spreads.learn(finished.features(), finished.outcome());
      recordsLearned++;
      recordsSinceCheckpoint++;
      if (writable) {
        buffer.add(finished);
        if (buffer.size() > settings.maxUnwrittenRecords()) {
          buffer.remove();
          recordsDropped++;
        }
      }
    }
  }

  /** What the records tell of how tasks differ; learns with each that is learned. */
  public SpreadLearner spreads() {
    return spreads;
  }

  /** Whether so many records are unwritten that a flush should not wait. */
  public boolean isFlushDue() {
    synchronized (memory) {
      return buffer.size() >= settings.flushRecords();
    }
  }

  /** How many of the records that the predictor was taught on opening came from a checkpoint. */
  public long recordsRestored() {
    return recordsRestored;
  }

  /** How many records the predictor has learned in all. */
  public long recordsLearned() {
    synchronized (memory) {
      return recordsLearned;
    }
  }

  /** How many records will never be written since the storage failed for too long. */
  public long recordsDropped() {
    synchronized (memory) {
      return recordsDropped;
    }
  }

  /**
   * Writes all that is unwritten, and a checkpoint if it is time; then looks for damage, merges
   * small files and deletes old ones. Does nothing after {@link #close}.
   *
   * @throws HistoryFencedException if another writer took over: from then on always
   * @throws IOException if the storage fails; nothing is lost and the next flush tries again
   */
  public void flush() throws IOException {
    synchronized (writing) {
      if (fenced != null) {
        throw fenced;
      }
      if (!closed) {
        write(isCheckpointDue());
        keepHouse();
      }
    }
  }

  /**
   * Writes all that is unwritten, and a checkpoint. What is learned later is not written. May be
   * called more than once.
   *
   * @throws IOException if the storage fails: then records may be lost. Not after a takeover.
   */
  @Override
  public void close() throws IOException {
    synchronized (writing) {
      if (closed) {
        return;
      }
      closed = true;
      try (claim) {
        if (fenced == null) {
          write(hasLearnedSinceCheckpoint());
        }
      } catch (HistoryFencedException e) {
        // The successor has all that was written; what was not is all that there is to lose.
      } finally {
        stopBuffering();
      }
    }
  }

  private boolean isCheckpointDue() {
    synchronized (memory) {
      return recordsSinceCheckpoint >= settings.checkpointRecords();
    }
  }

  private boolean hasLearnedSinceCheckpoint() {
    synchronized (memory) {
      return recordsSinceCheckpoint > 0;
    }
  }

  private void stopBuffering() {
    synchronized (memory) {
      writable = false;
      buffer.clear();
    }
  }

  // Who writes.

  private static long takeEpoch(HistoryStorage storage, String owner) throws IOException {
    byte[] claim = (owner + "\n").getBytes(StandardCharsets.UTF_8);
    ImmutableList<String> names = storage.list("");
    long next = highestEpoch(names) + 1;
    while (!takes(storage, ownerName(next), claim)) {
      next++;
    }
    for (String name : names) {
      if (OWNER.matcher(name).matches()) {
        storage.delete(name); // All are lower, and the highest is enough.
      }
    }
    return next;
  }

  private static boolean takes(HistoryStorage storage, String name, byte[] claim)
      throws IOException {
    if (!storage.create(name, out -> out.write(claim))) {
      return false;
    }
    // Object stores may let two create the same file; the last one's claim is what stays.
    try (InputStream in = storage.read(name)) {
      return Arrays.equals(in.readAllBytes(), claim);
    }
  }

  private static long highestEpoch(Iterable<String> names) {
    long highest = OLD_EPOCH;
    for (String name : names) {
      highest = Math.max(highest, ownerEpoch(name));
      highest = Math.max(highest, SegmentName.parse(name).map(SegmentName::epoch).orElse(0L));
      highest = Math.max(highest, CheckpointName.parse(name).map(CheckpointName::epoch).orElse(0L));
    }
    return highest;
  }

  private static String ownerName(long epoch) {
    return String.format("owner-%06d", epoch);
  }

  /** The epoch of an owner's file, or 0 for any other file. */
  private static long ownerEpoch(String name) {
    Matcher matcher = OWNER.matcher(name);
    return matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
  }

  @GuardedBy("writing")
  private void checkOwner() throws IOException {
    for (String name : storage.list("")) {
      if (ownerEpoch(name) > epoch) {
        stopBuffering();
        fenced = new HistoryFencedException(storage.location(), epoch, ownerEpoch(name));
        throw fenced;
      }
    }
  }

  // Reading.

  private void load() throws IOException {
    synchronized (writing) {
      ImmutableList<String> names = storage.list("");
      for (String name : names) {
        Optional<CheckpointName> checkpoint = CheckpointName.parse(name);
        if (checkpoint.isPresent()) {
          addCheckpoint(checkpoint.get());
        }
      }
      Coverage restored = restore();
      ImmutableList<SegmentName> found = Resolution.segmentsIn(names);
      if (names.contains(HistoryStorage.OLD_HISTORY)) {
        migrate(isMigrated(found)).ifPresent(old -> replay(old.records()));
      }
      for (ImmutableList<SegmentName> group : Resolution.groups(found)) {
        if (group.size() == 1 && restored.covers(group.get(0))) {
          segments.add(group.get(0));
          unreadSegments.add(group.get(0));
        } else {
          ImmutableList<HistoryRecord> records = readAndMend(group);
          if (!group.stream().allMatch(restored::covers)) {
            replay(records);
          }
        }
      }
    }
  }

  @GuardedBy("writing")
  private void addCheckpoint(CheckpointName name) throws IOException {
    try (InputStream in = storage.read(name.toString())) {
      checkpoints.put(name, Checkpoint.readHeader(in));
      unreadCheckpoints.add(name);
    } catch (HistoryFormatException e) {
      setAside(name, e);
    }
  }

  /** Takes the newest checkpoint that can be taken, and returns what need not be learned then. */
  @GuardedBy("writing")
  private Coverage restore() throws IOException {
    LearnedState state = learned;
    if (state == null) {
      return Coverage.NONE;
    }
    for (Map.Entry<CheckpointName, Checkpoint> entry :
        ImmutableMap.copyOf(checkpoints.descendingMap()).entrySet()) {
      CheckpointName name = entry.getKey();
      Checkpoint checkpoint = entry.getValue();
      if (checkpoint.isOf(predictor.name(), state) && isGood(name)) {
        try (InputStream in = storage.read(name.toString())) {
          spreads = Checkpoint.restore(in, state);
        } catch (HistoryFormatException e) {
          setAside(name, e);
          continue;
        }
        synchronized (memory) {
          recordsLearned = checkpoint.records();
        }
        recordsRestored = checkpoint.records();
        return checkpoint.coverage();
      }
    }
    return Coverage.NONE;
  }

  /** Whether a checkpoint is as it was written; if not, it is gone now. */
  @GuardedBy("writing")
  private boolean isGood(CheckpointName name) throws IOException {
    unreadCheckpoints.remove(name);
    try (InputStream in = storage.read(name.toString())) {
      Checkpoint.verify(in);
      return true;
    } catch (HistoryFormatException e) {
      setAside(name, e);
      return false;
    }
  }

  @GuardedBy("writing")
  private void setAside(CheckpointName name, HistoryFormatException e) throws IOException {
    checkOwner();
    makeRoomForDamaged();
    storage.rename(name.toString(), damagedName(name.toString()));
    checkpoints.remove(name);
    unreadCheckpoints.remove(name);
    reporter.accept(problem(storage, name, e));
  }

  private static boolean isMigrated(List<SegmentName> segments) {
    return segments.stream().anyMatch(segment -> segment.epoch() == OLD_EPOCH);
  }

  /** Makes a segment of a history of version 1, unless a crash came between this and its end. */
  @GuardedBy("writing")
  private Optional<Segment> migrate(boolean isDone) throws IOException {
    Optional<Segment> migrated = Optional.empty();
    if (!isDone) {
      Segment old = Resolution.read(storage, HistoryStorage.OLD_HISTORY);
      if (!old.records().isEmpty()) {
        SegmentName name = new SegmentName(OLD_EPOCH, 1, 1, old.records().size());
        checkOwner();
        storage.write(name.toString(), out -> Segment.write(old.records(), out));
        segments.add(name);
      }
      old.problems().forEach(reporter);
      migrated = Optional.of(old);
    }
    storage.rename(HistoryStorage.OLD_HISTORY, MIGRATED);
    return migrated;
  }

  private void replay(List<HistoryRecord> records) {
    synchronized (memory) {
      for (HistoryRecord finished : records) {
        predictor.learn(finished.features(), finished.outcome());
        spreads.learn(finished.features(), finished.outcome());
        recordsLearned++;
        recordsSinceCheckpoint++;
      }
    }
  }

  /** Reads segments that overlap; leaves one in their place that is good. */
  @GuardedBy("writing")
  private ImmutableList<HistoryRecord> readAndMend(List<SegmentName> group) throws IOException {
    Resolution resolution = Resolution.read(storage, group);
    if (resolution.isOfLaterVersion()) {
      group.forEach(segments::remove); // For a later build to use.
    } else if (!resolution.isWhole() || group.size() > 1) {
      mend(group, resolution);
    } else {
      segments.add(resolution.span());
    }
    group.forEach(unreadSegments::remove);
    resolution.problems().forEach(reporter);
    return resolution.records();
  }

  @GuardedBy("writing")
  private void mend(List<SegmentName> group, Resolution resolution) throws IOException {
    checkOwner();
    for (SegmentName damaged : resolution.damaged()) {
      makeRoomForDamaged();
      storage.write(
          damagedName(damaged.toString()),
          out -> {
            try (InputStream in = storage.read(damaged.toString())) {
              in.transferTo(out);
            }
          });
    }
    SegmentName span = resolution.span();
    boolean isEmpty = resolution.records().isEmpty();
    if (!resolution.isWhole() && !isEmpty) {
      storage.write(span.toString(), out -> Segment.write(resolution.records(), out));
    }
    for (SegmentName member : group) {
      if (isEmpty || !member.equals(span)) {
        storage.delete(member.toString());
      }
    }
    group.forEach(segments::remove);
    if (!isEmpty) {
      segments.add(span);
    }
  }

  private String damagedName(String name) {
    // The epoch first, so that the names sort by age.
    return DAMAGED + String.format("/%06d-", epoch) + name;
  }

  private void makeRoomForDamaged() throws IOException {
    ImmutableList<String> oldestFirst = ImmutableList.sortedCopyOf(storage.list(DAMAGED));
    for (int i = 0; i <= oldestFirst.size() - MAX_DAMAGED_FILES; i++) {
      storage.delete(DAMAGED + "/" + oldestFirst.get(i));
    }
  }

  // Writing.

  @GuardedBy("writing")
  private void write(boolean withCheckpoint) throws IOException {
    if (batch == null && !withCheckpoint && isBufferEmpty()) {
      return;
    }
    checkOwner();
    writeBatch(); // What a failure left.
    Checkpoint.@Nullable Snapshot snapshot = null;
    synchronized (memory) {
      if (!buffer.isEmpty()) {
        long number = segmentsWritten + 1;
        batch =
            new Batch(
                new SegmentName(epoch, number, number, buffer.size()),
                ImmutableList.copyOf(buffer));
        buffer.clear();
      }
      if (withCheckpoint && learned != null) {
        snapshot =
            Checkpoint.take(
                predictor.name(),
                learned,
                spreads,
                recordsLearned,
                coverage(batch),
                expectedBytes());
      }
    }
    writeBatch();
    if (snapshot != null) {
      writeCheckpoint(snapshot);
    }
  }

  private boolean isBufferEmpty() {
    synchronized (memory) {
      return buffer.isEmpty();
    }
  }

  @GuardedBy("writing")
  private void writeBatch() throws IOException {
    Batch unwritten = batch;
    if (unwritten != null) {
      storage.write(unwritten.name().toString(), out -> Segment.write(unwritten.records(), out));
      segments.add(unwritten.name());
      segmentsWritten++;
      batch = null;
    }
  }

  /** All segments, and the one that is about to be. */
  @GuardedBy("writing")
  private Coverage coverage(@Nullable Batch unwritten) {
    List<SegmentName> covered = new ArrayList<>(segments);
    if (unwritten != null) {
      covered.add(unwritten.name());
    }
    return Coverage.of(covered);
  }

  @GuardedBy("writing")
  private int expectedBytes() {
    return checkpoints.isEmpty()
        ? 0
        : (int) Math.min(checkpoints.lastEntry().getValue().length(), 1 << 30);
  }

  @GuardedBy("writing")
  private void writeCheckpoint(Checkpoint.Snapshot snapshot) throws IOException {
    CheckpointName name = new CheckpointName(epoch, checkpointsWritten + 1);
    storage.write(name.toString(), snapshot::writeTo);
    checkpointsWritten++;
    checkpoints.put(name, snapshot.header());
    synchronized (memory) {
      recordsSinceCheckpoint = recordsLearned - snapshot.header().records();
    }
    while (checkpoints.size() > CHECKPOINTS) {
      CheckpointName oldest = checkpoints.firstKey();
      storage.delete(oldest.toString());
      checkpoints.remove(oldest);
      unreadCheckpoints.remove(oldest);
    }
  }

  // Keeping house.

  @GuardedBy("writing")
  private void keepHouse() throws IOException {
    lookForDamage();
    ImmutableList<SegmentName> small = nextToMerge();
    while (!small.isEmpty()) {
      merge(small);
      small = nextToMerge();
    }
    deleteOld();
  }

  /** Reads what opening left unread. */
  @GuardedBy("writing")
  private void lookForDamage() throws IOException {
    for (CheckpointName name : ImmutableList.copyOf(unreadCheckpoints)) {
      isGood(name);
    }
    for (SegmentName name : ImmutableList.copyOf(unreadSegments)) {
      readAndMend(ImmutableList.of(name));
    }
  }

  @GuardedBy("writing")
  private ImmutableList<SegmentName> nextToMerge() {
    List<Coverage> boundaries = checkpoints.values().stream().map(Checkpoint::coverage).toList();
    return Merging.next(
        segments,
        epoch,
        settings.maxFileRecords(),
        segment -> (int) boundaries.stream().filter(b -> b.covers(segment)).count());
  }

  @GuardedBy("writing")
  private void merge(List<SegmentName> parts) throws IOException {
    ImmutableList.Builder<HistoryRecord> all = ImmutableList.builder();
    for (SegmentName part : parts) {
      all.addAll(readAndMend(ImmutableList.of(part)));
    }
    if (!segments.containsAll(parts)) {
      return; // One was damaged and is another now.
    }
    ImmutableList<HistoryRecord> records = all.build();
    SegmentName first = parts.get(0);
    long last = parts.get(parts.size() - 1).last();
    SegmentName merged = new SegmentName(first.epoch(), first.first(), last, records.size());
    checkOwner();
    storage.write(merged.toString(), out -> Segment.write(records, out));
    try {
      checkOwner();
    } catch (HistoryFencedException e) {
      storage.delete(merged.toString()); // The successor may merge them otherwise.
      throw e;
    }
    segments.add(merged);
    parts.forEach(segments::remove);
    for (SegmentName part : parts) {
      storage.delete(part.toString());
    }
  }

  /** Deletes the oldest segments, if they are too many and a checkpoint stands in for them. */
  @GuardedBy("writing")
  private void deleteOld() throws IOException {
    long records = segments.stream().mapToLong(SegmentName::records).sum();
    List<SegmentName> needless = new ArrayList<>();
    for (SegmentName oldest : segments) {
      records -= oldest.records();
      if (records < settings.maxRecords() || !isDispensable(oldest)) {
        break;
      }
      needless.add(oldest);
    }
    if (!needless.isEmpty()) {
      checkOwner();
      for (SegmentName segment : needless) {
        storage.delete(segment.toString());
        segments.remove(segment);
      }
    }
  }

  /** Where there are checkpoints, both must cover it: one of them may be damaged. */
  @GuardedBy("writing")
  private boolean isDispensable(SegmentName segment) {
    LearnedState state = learned;
    return state == null
        || (checkpoints.size() == CHECKPOINTS
            && checkpoints.values().stream()
                .allMatch(
                    checkpoint ->
                        checkpoint.isOf(predictor.name(), state)
                            && checkpoint.coverage().covers(segment)));
  }
}
