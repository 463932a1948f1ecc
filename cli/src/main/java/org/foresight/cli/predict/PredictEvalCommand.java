package org.foresight.cli.predict;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.foresight.cli.support.OptionChecks;
import org.foresight.predictor.Counts;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.traces.BadLines;
import org.foresight.traces.formats.TraceFormat;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares predictors on logs of the past. */
@Command(
    name = "predict-eval",
    description = {
      "Replays logs to predictors: each is asked at every job's submission and taught at its end.",
      "",
      "Errors are |estimate − actual| / actual over the jobs that ran to success for at least 10 s."
          + " Failed and cancelled jobs are left out and counted. One configuration for all logs,"
          + " and each log begins with predictors that know nothing."
    })
public final class PredictEvalCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      required = true,
      arity = "1..*",
      description = "Logs, in any of the formats of foresight simulate.")
  private List<Path> traces;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "Their format (default: told by how each begins).")
  private @Nullable String format;

  @Option(
      names = "--skip-bad",
      description = "Leave out lines that cannot be used, and say how many.")
  private boolean skipBad;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Option(
      names = "--markdown",
      paramLabel = "FILE",
      description =
          "Also write the tables as a page; of a file that is there, all above its line <!-- tables"
              + " --> is kept.")
  private @Nullable Path markdown;

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  public PredictEvalCommand() {}

  @Override
  public Integer call() throws IOException {
    if (markdown != null) {
      MarkedPage.check(markdown);
    }
    // Of the processor, so that other load on the machine does not count.
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    List<Evaluation> evaluations = new ArrayList<>();
    for (Supplier<RuntimePredictor> contestant : Contestant.ALL) {
      evaluations.add(
          new Evaluation(contestant, threads::getCurrentThreadCpuTime, UsedHeap::bytes));
    }
    ImmutableList.Builder<EvaluationResult.TraceScores> scores = ImmutableList.builder();
    for (Path file : traces) {
      EvaluatedTrace trace = read(file);
      scores.add(
          new EvaluationResult.TraceScores(
              trace.name(),
              trace.jobs().size(),
              trace.failed(),
              trace.cancelled(),
              evaluations.stream()
                  .map(evaluation -> evaluation.of(trace))
                  .collect(toImmutableList())));
    }
    ImmutableList<EvaluationResult.TraceScores> byTrace = scores.build();
    ImmutableList.Builder<PredictorScores> together = ImmutableList.builder();
    for (int i = 0; i < evaluations.size(); i++) {
      together.add(evaluations.get(i).together(byTrace.get(0).predictors().get(i).name()));
    }
    print(new EvaluationResult(together.build(), byTrace));
    return 0;
  }

  private EvaluatedTrace read(Path file) throws IOException {
    BadLines.Skipped skipped = new BadLines.Skipped();
    EvaluatedTrace trace =
        EvaluatedTrace.read(file, format(file), skipBad ? skipped : BadLines.STRICT);
    if (skipped.count() > 0) {
      say(file + ": left out " + Counts.of(skipped.count(), "line") + " that cannot be used.");
      skipped.first().forEach(problem -> say("  " + problem));
    }
    trace
        .leftOut()
        .forEach(
            (reason, count) ->
                say(file + ": left out " + Counts.of(count, "job") + ": " + reason + "."));
    say(file + ": " + Counts.of(trace.jobs().size(), "completed job") + " …");
    return trace;
  }

  private TraceFormat format(Path file) throws IOException {
    String label = format;
    if (label == null) {
      return TraceFormat.detect(file);
    }
    return OptionChecks.format(spec, label, TraceFormat.ofLabel(label), TraceFormat.listed());
  }

  private void print(EvaluationResult result) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(EvaluationJson.of(result).text());
    } else {
      EvaluationText.lines(result).forEach(out::println);
    }
    out.flush();
    if (markdown != null) {
      MarkedPage.replaceBelowMark(markdown, EvaluationText.markdown(result));
      say("Page: " + markdown);
    }
  }

  private void say(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }
}
