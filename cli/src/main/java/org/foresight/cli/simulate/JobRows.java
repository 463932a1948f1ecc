package org.foresight.cli.simulate;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;
import org.foresight.cli.support.ErrorLines;
import org.foresight.traces.JobRun;
import org.foresight.traces.ShortCutoff;
import org.foresight.traces.WorkloadJob;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of a run as comma-separated values (RFC 4180, UTF-8, compressed by gzip), one row a job
 * in the order in which they ended or were refused. Times count from the start of the workload;
 * what a job has not is left empty.
 *
 * <p>Not thread-safe.
 */
final class JobRows implements Closeable {

  /** The columns, in order. */
  private enum Column {
    job,
    user,
    name,
    queue,
    /** {@code slo} or {@code be}. */
    jobClass("class"),
    submitSeconds,
    deadlineSeconds,
    firstStartSeconds,
    finishSeconds,
    jctSeconds,
    waitSeconds,
    slowdown,
    width,
    workSeconds,
    /** {@code short} or {@code long}. */
    length,
    tasksRerun,
    lostWorkSeconds,
    succeeded,
    /** Whether no empty cluster could run it; it has no times then. */
    refused;

    private final String header;

    Column() {
      this.header = name();
    }

    Column(String header) {
      this.header = header;
    }
  }

  private static final int SCALE_OF_MILLIS = 3;

  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180.builder().setRecordSeparator("\n").build();

  private final CSVPrinter printer;
  private final ShortCutoff cutoff;

  private JobRows(CSVPrinter printer, ShortCutoff cutoff) {
    this.printer = printer;
    this.cutoff = cutoff;
  }

  /** Begins a file. */
  static JobRows create(Path file, ShortCutoff cutoff) throws IOException {
    BufferedWriter writer =
        new BufferedWriter(
            new OutputStreamWriter(
                new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8));
    CSVPrinter printer = new CSVPrinter(writer, FORMAT);
    for (Column column : Column.values()) {
      printer.print(column.header);
    }
    printer.println();
    return new JobRows(printer, cutoff);
  }

  /** Writes a job that was run. */
  void write(JobRun run) throws IOException {
    write(run, false);
  }

  /** Writes a job that no empty cluster could run. */
  void writeRefused(WorkloadJob job) throws IOException {
    write(neverStarted(job), true);
  }

  /** A job of which nothing was run. */
  static JobRun neverStarted(WorkloadJob job) {
    return new JobRun(
        job,
        job.submitMillis(),
        job.deadlineMillis(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        0,
        0);
  }

  private void write(JobRun run, boolean refused) throws IOException {
    OptionalLong jctMillis = minus(run.finishMillis(), run.submitMillis());
    for (Column column : Column.values()) {
      printer.print(
          switch (column) {
            case job -> run.id();
            case user -> run.job().user();
            case name -> run.job().name();
            case queue -> run.job().queue();
            case jobClass -> run.isSlo() ? "slo" : "be";
            case submitSeconds -> seconds(run.submitMillis());
            case deadlineSeconds -> seconds(run.deadlineMillis());
            case firstStartSeconds -> seconds(run.firstTaskStartMillis());
            case finishSeconds -> seconds(run.finishMillis());
            case jctSeconds -> seconds(jctMillis);
            case waitSeconds -> seconds(minus(run.firstTaskStartMillis(), run.submitMillis()));
            case slowdown ->
                jctMillis.isPresent()
                    ? (Object) ((double) jctMillis.getAsLong() / run.job().spanMillis())
                    : null;
            case width -> run.job().width();
            case workSeconds -> seconds(run.job().workMillis());
            case length -> cutoff.isShort(run.job()) ? "short" : "long";
            case tasksRerun -> run.tasksRerun();
            case lostWorkSeconds -> seconds(run.lostWorkMillis());
            case succeeded -> run.succeeded();
            case refused -> refused;
          });
    }
    printer.println();
  }

  private static OptionalLong minus(OptionalLong end, long start) {
    return end.isPresent() ? OptionalLong.of(end.getAsLong() - start) : OptionalLong.empty();
  }

  private static @Nullable BigDecimal seconds(OptionalLong millis) {
    return millis.isPresent() ? seconds(millis.getAsLong()) : null;
  }

  /** Exact. */
  private static BigDecimal seconds(long millis) {
    return BigDecimal.valueOf(millis, SCALE_OF_MILLIS);
  }

  /** Ends the file. */
  @Override
  public void close() throws IOException {
    printer.close(true);
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read or is none of ours; the message names the file
   */
  static void read(Path file, Consumer<JobRow> rows) throws IOException {
    CSVFormat format = FORMAT.builder().setHeader().setSkipHeaderRecord(true).build();
    try (InputStreamReader reader =
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8);
        CSVParser parser = format.parse(reader)) {
      requireHeader(parser);
      for (CSVRecord row : parser) {
        rows.accept(row(row));
      }
    } catch (EOFException e) {
      throw new IOException(file + ": the rows cannot be read: the file ends too early.", e);
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      throw new IOException(file + ": the rows cannot be read: " + ErrorLines.of(e), e);
    }
  }

  /** Without rows nothing else would tell that it is another file. */
  private static void requireHeader(CSVParser parser) throws IOException {
    for (Column column : Column.values()) {
      if (!parser.getHeaderNames().contains(column.header)) {
        throw new IOException("there is no column " + column.header + ".");
      }
    }
  }

  private static JobRow row(CSVRecord row) {
    OptionalDouble finish = number(row, Column.finishSeconds);
    OptionalDouble deadline = number(row, Column.deadlineSeconds);
    return new JobRow(
        number(row, Column.jctSeconds),
        number(row, Column.slowdown),
        finish.isPresent() && deadline.isPresent()
            ? OptionalDouble.of(finish.getAsDouble() - deadline.getAsDouble())
            : OptionalDouble.empty());
  }

  private static OptionalDouble number(CSVRecord row, Column column) {
    String text = row.get(column.header);
    return text.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
  }
}
