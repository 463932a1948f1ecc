package org.foresight.cli.status;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.foresight.cli.support.TerminalText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says why a job waits. */
@Command(
    name = "explain",
    description = {
      "Says why an application waits, by one reason, and when it is to start and to end.",
      "",
      "The ResourceManager is asked what it knew when it made its last plan. docs/why-and-when.md"
          + " lists the reasons."
    })
public final class ExplainCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private ResourceManagerOption resourceManager;

  @Parameters(
      paramLabel = "APP",
      converter = ApplicationIdConverter.class,
      description = "Its id, such as application_1700000000000_0001.")
  private ApplicationId application;

  @Option(names = "--json", description = "Print the ResourceManager's answer, which is JSON.")
  private boolean json;

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  public ExplainCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    JsonNode job = resourceManager.client().get("/jobs/" + application, ImmutableMap.of());
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      TerminalText.printJson(out, job.toPrettyString());
    } else {
      TerminalText.print(out, StatusText.explanation(job));
    }
    out.flush();
    return 0;
  }
}
