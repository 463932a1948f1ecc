package org.foresight.cli.simulate;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import com.google.common.primitives.Ints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.foresight.simulator.ClusterSpec;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobStream;
import org.foresight.traces.JobStreams;
import org.foresight.traces.TraceSurvey;
import org.foresight.traces.WorkloadSource;
import org.foresight.traces.formats.FileWorkload;
import org.foresight.traces.formats.TraceFormat;
import org.foresight.traces.formats.TraceOpeners;
import org.foresight.traces.generators.ClusterHint;

/**
 * A trace, the same for every seed but for the deadlines that are given to its jobs. Its clock
 * starts when its first job is submitted.
 *
 * @param file the trace
 * @param format its format
 * @param badLines what each reader does with a line that cannot be used
 * @param load offered load that its submissions are stretched or packed to; empty to leave them
 * @param changes what is done to its jobs
 */
record TraceWorkloads(
    Path file,
    TraceFormat format,
    Supplier<BadLines> badLines,
    OptionalDouble load,
    WorkloadChanges changes)
    implements Workloads {

  /** A trace does not say how many slots its nodes had. */
  private static final ClusterHint HINT = new ClusterHint(1, 8, ImmutableList.of());

  @Override
  public String name() {
    return fromItsStart().name();
  }

  @Override
  public ClusterHint hint() {
    return HINT;
  }

  @Override
  public OptionalDouble shortCutoffSeconds() {
    return OptionalDouble.empty();
  }

  @Override
  public OptionalDouble shortShare() {
    return OptionalDouble.empty();
  }

  @Override
  public ImmutableMap<String, String> inputs() throws IOException {
    return ImmutableMap.<String, String>builder()
        .put("trace", String.valueOf(file.getFileName()))
        .put("trace SHA-256", hash())
        .put("format", format.label())
        .put("load", load.isPresent() ? String.valueOf(load.getAsDouble()) : "as it is")
        .putAll(changes.inputs())
        .buildOrThrow();
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if a load is asked for, but all jobs are submitted at once
   */
  @Override
  public WorkloadSource of(long seed, ClusterSpec cluster) throws IOException {
    WorkloadSource plain = fromItsStart();
    if (load.isEmpty()) {
      return changes.apply(plain, seed);
    }
    // The load is that of the jobs that are run, not of a longer trace.
    WorkloadChanges noDeadlines =
        new WorkloadChanges(changes.maxJobs(), OptionalDouble.empty(), QueueMap.NONE);
    double factor = factor(noDeadlines.apply(plain, seed), cluster, load.getAsDouble());
    WorkloadSource scaled =
        new DerivedWorkload(
            plain,
            plain.description()
                + String.format(Locale.ROOT, ", scaled to load %s", load.getAsDouble()),
            jobs -> JobStreams.withSubmissionsScaled(jobs, factor));
    return changes.apply(scaled, seed);
  }

  /** Of the file, or of all files of a folder with their names. */
  private String hash() throws IOException {
    if (!Files.isDirectory(file)) {
      return MoreFiles.asByteSource(file).hash(Hashing.sha256()).toString();
    }
    Hasher hasher = Hashing.sha256().newHasher();
    try (Stream<Path> found = Files.walk(file)) {
      for (Path part : (Iterable<Path>) found.filter(Files::isRegularFile).sorted()::iterator) {
        hasher.putString(file.relativize(part).toString(), StandardCharsets.UTF_8);
        hasher.putBytes(MoreFiles.asByteSource(part).hash(Hashing.sha256()).asBytes());
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return hasher.hash().toString();
  }

  private WorkloadSource fromItsStart() {
    WorkloadSource workload = new FileWorkload(file, format, TraceOpeners.STANDARD, badLines);
    return new DerivedWorkload(workload, workload.description(), JobStreams::fromFirstSubmission);
  }

  private static double factor(WorkloadSource workload, ClusterSpec cluster, double load)
      throws IOException {
    try (JobStream jobs = workload.jobs()) {
      return TraceSurvey.of(jobs).factorForLoad(Ints.saturatedCast(cluster.vcores()), load);
    }
  }
}
