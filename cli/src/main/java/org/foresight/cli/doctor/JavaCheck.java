package org.foresight.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foresight.cli.support.ConfigurationFolder;

/** Looks at the Java that a ResourceManager of this configuration would run on. */
final class JavaCheck {
  private static final String CHECK = "Java";
  private static final int OLDEST = 17;
  private static final Pattern HOME =
      Pattern.compile("^\\s*export\\s+JAVA_HOME=[\"']?([^\"'#\\s]+)", Pattern.MULTILINE);
  private static final Pattern VERSION = Pattern.compile("\"?(?:1\\.)?(\\d+).*");

  private JavaCheck() {}

  /**
   * Looks for it where Hadoop's scripts do: yarn-env.sh, hadoop-env.sh, the environment.
   *
   * @param javaHome JAVA_HOME of the environment; empty where there is none
   */
  static Finding of(ConfigurationFolder folder, Optional<String> javaHome) {
    Optional<String> home =
        said(folder, "yarn-env.sh").or(() -> said(folder, "hadoop-env.sh")).or(() -> javaHome);
    if (home.isEmpty()) {
      return Finding.warn(
          CHECK,
          "Neither yarn-env.sh nor hadoop-env.sh nor the environment says JAVA_HOME.",
          wanted());
    }
    // Every JDK since Java 7 has this file, so that nothing need be started.
    Path release = Path.of(home.get(), "release");
    try {
      Properties facts = new Properties();
      try (var in = Files.newInputStream(release)) {
        facts.load(in);
      }
      return of(home.get(), facts.getProperty("JAVA_VERSION", ""));
    } catch (IOException e) {
      return Finding.warn(CHECK, release + " does not say which Java it is.", wanted());
    }
  }

  /** What there is to say of a Java of this version. */
  private static Finding of(String where, String version) {
    return of(CHECK, where, version);
  }

  /** What there is to say of the Java that a ResourceManager runs on. */
  static Finding running(String version) {
    return of("running Java", "the ResourceManager", version);
  }

  private static Finding of(String check, String where, String version) {
    Matcher matcher = VERSION.matcher(version);
    if (!matcher.matches()) {
      return Finding.warn(check, "The Java of " + where + " says no version.", wanted());
    }
    return Integer.parseInt(matcher.group(1)) >= OLDEST
        ? Finding.ok(check, "Java " + version.replace("\"", "") + " of " + where + ".")
        : Finding.fail(
            check, "The Java of " + where + " is " + version.replace("\"", "") + ".", wanted());
  }

  private static String wanted() {
    return "The ResourceManager needs Java " + OLDEST + " or newer.";
  }

  private static Optional<String> said(ConfigurationFolder folder, String file) {
    if (!folder.has(file)) {
      return Optional.empty();
    }
    try {
      Matcher matcher = HOME.matcher(Files.readString(folder.folder().resolve(file)));
      Optional<String> last = Optional.empty();
      while (matcher.find()) {
        last = Optional.of(matcher.group(1));
      }
      return last.filter(home -> !home.contains("$"));
    } catch (IOException e) {
      return Optional.empty(); // Said to be unknown, then.
    }
  }
}
