package org.foresight.traces.formats;

import com.google.common.io.Files;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobStream;
import org.foresight.traces.JobStreams;
import org.foresight.traces.TraceLines;
import org.foresight.traces.WorkloadSource;

/**
 * The workload of a trace file. Jobs submitted before the start of the trace's clock are its
 * history; only our own format has any.
 *
 * <p>Immutable; thread-safe if the supplier is.
 */
public final class FileWorkload implements WorkloadSource {

  private final Path file;
  private final TraceFormat format;
  private final TraceOpeners openers;
  private final Supplier<? extends BadLines> badLines;

  /**
   * Opens nothing yet.
   *
   * @param badLines asked once for every stream that is opened
   */
  public FileWorkload(
      Path file, TraceFormat format, TraceOpeners openers, Supplier<? extends BadLines> badLines) {
    this.file = file;
    this.format = format;
    this.openers = openers;
    this.badLines = badLines;
  }

  @Override
  public String name() {
    return Files.getNameWithoutExtension(TraceLines.nameWithoutGzip(file));
  }

  @Override
  public String description() {
    return file.getFileName() + ", " + format.description();
  }

  @Override
  public JobStream jobs() throws IOException {
    return JobStreams.submittedBetween(open(), 0, Long.MAX_VALUE);
  }

  @Override
  public JobStream history() throws IOException {
    return JobStreams.submittedBetween(open(), Long.MIN_VALUE, 0);
  }

  private JobStream open() throws IOException {
    return openers.open(file, format, badLines.get());
  }
}
