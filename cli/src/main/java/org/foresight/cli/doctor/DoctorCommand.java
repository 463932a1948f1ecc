package org.foresight.cli.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.foresight.cli.support.Versions;
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
  public Integer call() throws IOException {
    ConfigurationFolder folder = new ConfigurationFolder(configurationFolder());
    ImmutableList<Finding> findings =
        ImmutableList.<Finding>builder()
            .add(JavaCheck.of(folder, Optional.ofNullable(environment.get("JAVA_HOME"))))
            .add(PluginJars.in(jarFolders(), version()))
            .addAll(new ConfigurationChecks(folder).findings())
            .build();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(json(findings));
    } else {
      DoctorText.lines(findings).forEach(out::println);
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

  private Path configurationFolder() {
    Path folder = conf;
    String said = environment.get("HADOOP_CONF_DIR");
    if (folder == null && said != null && !said.isEmpty()) {
      folder = Path.of(said);
    }
    if (folder == null) {
      throw new ParameterException(
          spec.commandLine(), "Name a configuration folder by --conf, or set HADOOP_CONF_DIR.");
    }
    if (!Files.isDirectory(folder)) {
      throw new ParameterException(spec.commandLine(), "There is no folder " + folder + ".");
    }
    return folder;
  }

  private List<Path> jarFolders() {
    if (!jars.isEmpty()) {
      return jars;
    }
    String home = environment.getOrDefault("HADOOP_YARN_HOME", environment.get("HADOOP_HOME"));
    if (home == null || home.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "Name the folders of the plug-in jar by --jars, or set HADOOP_HOME.");
    }
    Path yarn = Path.of(home, "share", "hadoop", "yarn");
    return List.of(yarn.resolve("lib"), yarn);
  }
}
