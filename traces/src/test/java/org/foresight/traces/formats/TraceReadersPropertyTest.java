package org.foresight.traces.formats;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import org.foresight.traces.BadLines;
import org.foresight.traces.Jobs;
import org.foresight.traces.SwfText;
import org.foresight.traces.TraceFormatException;
import org.foresight.traces.WorkloadJob;

class TraceReadersPropertyTest {

  private enum Kind {
    REPLACE,
    INSERT,
    DELETE,
    CUT
  }

  /** What is done to the byte that stands at a share of the file. */
  private record Edit(Kind kind, double place, byte value) {
    byte[] apply(byte[] bytes) {
      int at = (int) (place * bytes.length);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.write(bytes, 0, at);
      if (kind == Kind.REPLACE || kind == Kind.INSERT) {
        out.write(value);
      }
      int rest = kind == Kind.INSERT ? at : kind == Kind.CUT ? bytes.length : at + 1;
      out.write(bytes, Math.min(rest, bytes.length), Math.max(0, bytes.length - rest));
      return out.toByteArray();
    }
  }

  @Provide
  Arbitrary<List<Edit>> edits() {
    Arbitrary<Byte> meaningful =
        Arbitraries.chars().with("0123456789-+.,;:eE{}[]\"\\ \t\r\n").map(c -> (byte) (char) c);
    return Combinators.combine(
            Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.just(Kind.REPLACE)),
                Tuple.of(4, Arbitraries.just(Kind.INSERT)),
                Tuple.of(4, Arbitraries.just(Kind.DELETE)),
                Tuple.of(1, Arbitraries.just(Kind.CUT))),
            Arbitraries.doubles().between(0.0, true, 1.0, false),
            Arbitraries.oneOf(meaningful, meaningful, Arbitraries.bytes()))
        .as(Edit::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(6);
  }

  @Property
  void damagedFilesGiveJobsOrOneKindOfException(
      @ForAll SampleTraces sample,
      @ForAll("edits") List<Edit> edits,
      @ForAll boolean compressed,
      @ForAll boolean skipping)
      throws IOException {
    String[] lines = sample.lines(3).toArray(String[]::new);
    byte[] bytes =
        compressed
            ? SwfText.gzip(lines)
            : (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    for (Edit edit : edits) {
      bytes = edit.apply(bytes);
    }
    BadLines badLines = skipping ? new BadLines.Skipped() : BadLines.STRICT;
    try {
      assertThat(read(bytes, sample.format(), badLines)).isNotEmpty();
    } catch (TraceFormatException e) {
      assertThat(e.getMessage()).doesNotContain("\n", "\u0000");
    }
  }

  @Property(tries = 300)
  void damagedFilesAreOfAFormatOrOfNone(
      @ForAll SampleTraces sample, @ForAll("edits") List<Edit> edits) throws IOException {
    byte[] bytes = String.join("\n", sample.lines(3)).getBytes(StandardCharsets.UTF_8);
    for (Edit edit : edits) {
      bytes = edit.apply(bytes);
    }
    Path file = Files.write(Files.createTempFile("trace", ""), bytes);
    try {
      assertThat(TraceFormat.detect(file)).isNotNull();
    } catch (TraceFormatException e) {
      assertThat(e).hasMessageContaining("accepted: ");
    } finally {
      Files.delete(file);
    }
  }

  @Provide
  Arbitrary<List<String>> badLines() {
    return Arbitraries.of(
            "nonsense",
            "1",
            "{",
            "\u0002",
            "1 2 3 4 \u0000",
            "a,b,c,d",
            "\t\t\t\t\tx",
            "[]",
            "{\"taskMillis\":[]}",
            "1 1 1 -1",
            "\u00ff\u00fe",
            "-")
        .list()
        .ofMinSize(1)
        .ofMaxSize(5);
  }

  @Property(tries = 300)
  void goodLinesAroundBadOnesAreKept(
      @ForAll SampleTraces sample,
      @ForAll("badLines") List<String> bad,
      @ForAll @IntRange(min = 1, max = 6) int jobs,
      @ForAll @IntRange(max = 6) int place)
      throws IOException {
    List<String> lines = sample.lines(jobs);
    int header = lines.size() - jobs;
    for (String line : bad) {
      lines.add(header + place % (lines.size() - header + 1), line);
    }
    BadLines.Skipped skipped = new BadLines.Skipped();
    ImmutableList<WorkloadJob> read =
        read(String.join("\n", lines).getBytes(StandardCharsets.UTF_8), sample.format(), skipped);
    assertThat(read)
        .extracting(WorkloadJob::submitMillis)
        .containsExactlyElementsOf(LongStream.range(0, jobs).mapToObj(s -> s * 1000).toList());
    assertThat(skipped.count()).isEqualTo(bad.size());
  }

  private static ImmutableList<WorkloadJob> read(
      byte[] bytes, TraceFormat format, BadLines badLines) throws IOException {
    Path file = Files.write(Files.createTempFile("trace", ""), bytes);
    try {
      return Jobs.all(TraceOpeners.STANDARD.open(file, format, badLines));
    } finally {
      Files.delete(file);
    }
  }
}
