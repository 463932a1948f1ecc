package org.foresight.cli.status;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.foresight.cli.support.TerminalText;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says who waits in queues. */
@Command(
    name = "queue",
    description =
        "Says of each queue its mode and how many of its jobs wait for what, or which the jobs of"
            + " one queue are.")
public final class QueueCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private ResourceManagerOption resourceManager;

  @Parameters(
      paramLabel = "PATH",
      arity = "0..1",
      description = "A queue, such as root.etl; those below it count too (default: all).")
  private @Nullable String path;

  @Option(names = "--json", description = "Print the ResourceManager's answer, which is JSON.")
  private boolean json;

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  public QueueCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    ResourceManagerClient client = resourceManager.client();
    JsonNode answer =
        path == null
            ? client.get("/queues", ImmutableMap.of())
            : client.get("/jobs", ImmutableMap.of("queue", path));
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      TerminalText.printJson(out, answer.toPrettyString());
    } else {
      JsonNode rows = answer.path(path == null ? "queues" : "jobs");
      TerminalText.print(out, path == null ? StatusText.queues(answer) : StatusText.jobs(answer));
      if (rows.isEmpty()) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(
            path == null
                ? "There is no queue that you may see."
                : TerminalText.of(EmptyQueueText.of(path, answer.path("modes"))));
        err.flush();
      }
    }
    out.flush();
    return 0;
  }
}
