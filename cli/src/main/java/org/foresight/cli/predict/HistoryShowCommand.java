package org.foresight.cli.predict;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.foresight.cli.support.LocalFolderConverter;
import org.foresight.cli.support.TerminalText;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.Predictors;
import org.foresight.predictor.RuntimePredictor;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says what a history holds, and what it predicts. */
@Command(
    name = "show",
    description = {
      "Says what is in a history and how well predictions from it did.",
      "",
      "With --user, --name or --queue: also what is predicted of such a job, and why. Nothing is"
          + " changed, and the history may be in use meanwhile."
    })
public final class HistoryShowCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--history",
      paramLabel = "DIR",
      required = true,
      converter = LocalFolderConverter.class,
      description = "The folder of the history.")
  private Path history;

  @Option(names = "--user", paramLabel = "USER", description = "Who submits the job.")
  private @Nullable String user;

  @Option(names = "--name", paramLabel = "NAME", description = "The job's name.")
  private @Nullable String name;

  @Option(names = "--queue", paramLabel = "QUEUE", description = "The queue it is submitted to.")
  private @Nullable String queue;

  @Option(
      names = "--predictor",
      paramLabel = "NAME",
      defaultValue = Predictors.DEFAULT,
      description =
          "Which predictor answers: default or history-3sigma (default: ${DEFAULT-VALUE}).")
  private String predictorName;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  public HistoryShowCommand() {}

  @Override
  public Integer call() throws IOException {
    RuntimePredictor predictor = HistoryImportCommand.predictor(predictorName, spec);
    HistoryFacts facts = HistoryFacts.read(history, predictor);
    boolean isAsked = user != null || name != null || queue != null;
    Optional<JobEstimate> estimate =
        isAsked
            ? predictor.predict(new JobFeatures(orEmpty(user), orEmpty(name), orEmpty(queue)))
            : Optional.empty();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      TerminalText.printJson(out, HistoryJson.of(facts, isAsked, estimate).text());
    } else {
      TerminalText.print(out, HistoryText.lines(facts));
      if (isAsked) {
        out.println();
        TerminalText.print(out, HistoryText.lines(estimate));
      }
    }
    out.flush();
    return 0;
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
