package org.foresight.cli.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.foresight.cli.status.ResourceManagerClient;
import org.foresight.cli.support.ConfigurationFolder;
import org.foresight.cli.support.TerminalText;
import org.foresight.cli.support.Versions;
import org.foresight.cli.support.WebAddress;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Looks at an installation. */
@Command(
    name = "doctor",
    description = {
      "Says whether Foresight is installed rightly, and what to do if not.",
      "",
      "Looks at a ResourceManager's configuration folder, class path and Java, and with --rm at a"
          + " ResourceManager that runs. Changes nothing. Ends with 1 if something fails."
    })
public final class DoctorCommand implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int FAILURE = 1;

  @Spec private CommandSpec spec;

  @Option(
      names = "--conf",
      paramLabel = "DIR",
      description =
          "The ResourceManager's configuration folder (default: what HADOOP_CONF_DIR says).")
  private @Nullable Path conf;

  @Option(
      names = "--jars",
      paramLabel = "DIR",
      split = ",",
      description =
          "Folders of the ResourceManager's class path in which the plug-in may be (default:"
              + " share/hadoop/yarn/lib and share/hadoop/yarn of HADOOP_YARN_HOME or"
              + " HADOOP_HOME).")
  private List<Path> jars = new ArrayList<>();

  @Option(
      names = "--rm",
      paramLabel = "URL",
      description =
          "The web address of a ResourceManager that runs, such as http://host:8088, which is asked"
              + " too. Without a configuration folder it alone is looked at.")
  private @Nullable String resourceManager;

  @Option(names = "--json", description = "Print the findings as JSON.")
  private boolean json;

  private final Map<String, String> environment;

  /**
   * @param environment the variables of the environment
   */
  @SuppressWarnings("NullAway.Init") // Picocli fills the fields.
  public DoctorCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Optional<ResourceManagerClient> client = client();
    ImmutableList.Builder<Finding> all = ImmutableList.builder();
    FilesNow files = FilesNow.UNKNOWN;
    if (client.isEmpty() || ConfigurationFolder.isNamed(conf, environment)) {
      ConfigurationFolder folder = ConfigurationFolder.named(spec, conf, environment);
      ConfigurationChecks checks = new ConfigurationChecks(folder);
      all.add(JavaCheck.of(folder, Optional.ofNullable(environment.get("JAVA_HOME"))));
      List<Path> folders = jarFolders(client.isEmpty());
      if (!folders.isEmpty()) {
        all.add(PluginJars.in(folders, version()));
      }
      all.addAll(checks.findings());
      files = checks.accepted(PluginJars.only(folders));
    }
    if (client.isPresent()) {
      all.addAll(new RunningChecks(client.get(), version()).findings(files));
    }
    ImmutableList<Finding> findings = all.build();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      TerminalText.printJson(out, json(findings));
    } else {
      TerminalText.print(out, DoctorText.lines(findings));
    }
    out.flush();
    return findings.stream().anyMatch(found -> found.status() == Finding.Status.FAIL) ? FAILURE : 0;
  }

  private static String json(ImmutableList<Finding> findings) throws JsonProcessingException {
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(findings);
  }

  private static Optional<String> version() {
    return Optional.of(Versions.foresight()).filter(version -> !version.equals("development"));
  }

  private Optional<ResourceManagerClient> client() {
    if (resourceManager == null) {
      return Optional.empty();
    }
    WebAddress.check(spec, "--rm", resourceManager);
    return Optional.of(new ResourceManagerClient(ImmutableList.of(resourceManager), null));
  }

  /**
   * Where the plug-in may be; nowhere that is known where nobody says.
   *
   * @param isNeeded whether somebody must say; a ResourceManager that runs knows by itself
   */
  private List<Path> jarFolders(boolean isNeeded) {
    if (!jars.isEmpty()) {
      return jars;
    }
    String home = environment.getOrDefault("HADOOP_YARN_HOME", environment.get("HADOOP_HOME"));
    if (home == null || home.isEmpty()) {
      if (isNeeded) {
        throw new ParameterException(
            spec.commandLine(),
            "Name the folders of the plug-in jar by --jars, or set HADOOP_HOME.");
      }
      return List.of();
    }
    Path yarn = Path.of(home, "share", "hadoop", "yarn");
    return List.of(yarn.resolve("lib"), yarn);
  }
}
