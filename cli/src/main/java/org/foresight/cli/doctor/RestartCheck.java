package org.foresight.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.foresight.yarn.PluginJar;
import org.foresight.yarn.SiteCheck;

/** Compares what a ResourceManager runs with what it would run after a restart. */
final class RestartCheck {
  private static final String CHECK = "restart";
  private static final String PENDING = "A restart is pending: ";
  private static final String HINT =
      "Restart the ResourceManager when convenient; \"recovery\" says what that means to"
          + " applications.";

  /** So much of a digest tells jars apart for people, as in the names of installed ones. */
  private static final int DIGITS = 12;

  private final JsonNode plugin;

  /**
   * @param plugin what the ResourceManager says of its plug-in
   */
  private RestartCheck(JsonNode plugin) {
    this.plugin = plugin;
  }

  /**
   * Compares.
   *
   * @param plugin what the ResourceManager says of its plug-in
   * @param files what its files say now; empty where they are not known
   * @param installed the jar that is installed; empty if that is to be looked for where the
   *     ResourceManager has its own from
   */
  static ImmutableList<Finding> of(
      JsonNode plugin, Optional<SiteCheck> files, Optional<Path> installed) {
    RestartCheck check = new RestartCheck(plugin);
    return ImmutableList.<Finding>builder()
        .add(check.jar(installed))
        .addAll(check.keys(files.map(SiteCheck::restartValues).orElse(ImmutableMap.of())))
        .build();
  }

  /**
   * A finding on what a restart brings.
   *
   * @param check what was looked at
   * @param what the ResourceManager is or has until then
   */
  static Finding pending(String check, String what) {
    return Finding.warn(check, PENDING + what, HINT);
  }

  private Finding jar(Optional<Path> installed) {
    if (!plugin.path("sha256").isTextual()) {
      return Finding.warn(
          CHECK, "It does not know which jar it runs.", "Ask again in some seconds.");
    }
    String runs = plugin.path("sha256").asText();
    String version = plugin.path("version").asText("unknown");
    Path file = installed.orElse(Path.of(plugin.path("jar").asText()));
    if (!Files.isReadable(file)) {
      return Finding.ok(
          CHECK, "It runs " + text(version, runs) + "; there is no jar here to compare it with.");
    }
    try {
      PluginJar now = PluginJar.read(file);
      return now.sha256().equals(runs)
          ? Finding.ok(CHECK, "It runs the jar that is installed, " + text(version, runs) + ".")
          : pending(
              CHECK,
              "it runs "
                  + text(version, runs)
                  + ", but installed is "
                  + text(now.version().orElse("unknown"), now.sha256())
                  + ".");
    } catch (IOException e) {
      return Finding.warn(
          CHECK,
          "It runs " + text(version, runs) + "; " + file + " can't be compared with it.",
          "Look at the finding on the plug-in jar.");
    }
  }

  private static String text(String version, String digest) {
    return "version "
        + version
        + " (SHA-256 "
        + digest.substring(0, Math.min(DIGITS, digest.length()))
        + "…)";
  }

  private ImmutableList<Finding> keys(ImmutableMap<String, String> wanted) {
    ImmutableList.Builder<Finding> pending = ImmutableList.builder();
    for (Map.Entry<String, String> key : wanted.entrySet()) {
      JsonNode runs = plugin.path("restartKeys").path(key.getKey());
      if (runs.isTextual() && !runs.asText().equals(key.getValue())) {
        pending.add(
            pending(
                CHECK,
                key.getKey()
                    + " is ("
                    + runs.asText()
                    + "), in the files ("
                    + key.getValue()
                    + ")."));
      }
    }
    return pending.build();
  }
}
