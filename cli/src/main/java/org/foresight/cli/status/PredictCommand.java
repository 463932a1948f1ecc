package org.foresight.cli.status;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.foresight.cli.support.OptionChecks;
import org.foresight.cli.support.TerminalText;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says when a job starts and ends, or how long one like it would run. */
@Command(
    name = "predict",
    description = {
      "Says when an application is to start and to end, or how long one like it would run.",
      "",
      "Always a range, from what half of such jobs reach to what nine in ten do, or \"unknown\"."
    })
public final class PredictCommand implements Callable<Integer> {

  private static final Pattern PART = Pattern.compile("\\s*(user|name|queue)=(.*)");

  @Spec private CommandSpec spec;
  @Mixin private ResourceManagerOption resourceManager;

  @Parameters(
      paramLabel = "APP",
      converter = ApplicationIdConverter.class,
      arity = "0..1",
      description = "Its id, such as application_1700000000000_0001.")
  private @Nullable ApplicationId application;

  @Option(
      names = "--like",
      paramLabel = "user=USER,name=NAME,queue=QUEUE",
      description = "A job that need not exist; one of the three at least.")
  private @Nullable String like;

  @Option(names = "--json", description = "Print the ResourceManager's answer, which is JSON.")
  private boolean json;

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  public PredictCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    if ((application == null) == (like == null)) {
      throw OptionChecks.error(spec, "Say either an APP or --like.");
    }
    JsonNode answer =
        like == null
            ? resourceManager.client().get("/jobs/" + application, ImmutableMap.of())
            : resourceManager.client().get("/predict", parts(like));
    ImmutableList<String> lines =
        like == null ? StatusText.times(answer) : StatusText.prediction(answer);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      TerminalText.printJson(out, answer.toPrettyString());
    } else {
      TerminalText.print(out, lines);
    }
    out.flush();
    return 0;
  }

  private ImmutableMap<String, String> parts(String text) {
    Map<String, String> parts = new HashMap<>();
    // A name may have commas of its own.
    for (String part : text.split(",(?=\\s*(?:user|name|queue)=)", -1)) {
      Matcher matcher = PART.matcher(part);
      if (!matcher.matches()) {
        throw OptionChecks.error(
            spec,
            "--like is (" + text + ") and must be like user=ada,name=nightly,queue=root.etl.");
      }
      if (!matcher.group(1).equals("name") && matcher.group(2).contains(",")) {
        throw OptionChecks.error(
            spec,
            "--like has the "
                + matcher.group(1)
                + " ("
                + matcher.group(2)
                + "), which has a comma; what is accepted are user=, name= and queue=.");
      }
      if (parts.put(matcher.group(1), matcher.group(2)) != null) {
        throw OptionChecks.error(
            spec, "--like is (" + text + "); it says " + matcher.group(1) + "= twice.");
      }
    }
    return ImmutableMap.copyOf(parts);
  }
}
