package org.foresight.yarn.site;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads and edits configuration files for {@code deploy/foresight-deploy}. Writes no file: it
 * prints the text that is to stand there.
 */
public final class SiteEditor {
  private static final int FAILURE = 1;
  private static final int USAGE = 2;

  private SiteEditor() {}

  /**
   * {@code get FILE KEY…} prints a line for every key, which is empty where the file lacks it and
   * else its value behind an equals sign; {@code set FILE KEY VALUE…} and {@code unset FILE KEY…}
   * print the file's text after the change. Ends with 1 and one line of error if the file can't be
   * read or edited.
   */
  public static void main(String[] arguments) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.exit(run(ImmutableList.copyOf(arguments), out, System.err));
  }

  static int run(List<String> arguments, PrintStream out, PrintStream err) {
    if (arguments.size() < 3) {
      err.println("usage: get FILE KEY… | set FILE KEY VALUE… | unset FILE KEY…");
      return USAGE;
    }
    String file = arguments.get(1);
    List<String> rest = arguments.subList(2, arguments.size());
    try {
      SiteFile site = SiteFile.parse(file, Files.readString(Path.of(file)));
      switch (arguments.get(0)) {
        case "get" -> rest.forEach(key -> out.println(line(site, key)));
        case "set" -> out.print(set(site, rest).text());
        case "unset" -> out.print(unset(site, rest).text());
        default ->
            throw new IllegalArgumentException(
                "(" + arguments.get(0) + ") must be get, set or unset.");
      }
      return 0;
    } catch (CharacterCodingException e) {
      err.println(file + " is not written in UTF-8.");
    } catch (IOException e) {
      err.println(file + " can't be read.");
    } catch (IllegalArgumentException e) {
      err.println(String.valueOf(e.getMessage()).replace('\n', ' '));
    }
    return FAILURE;
  }

  private static String line(SiteFile site, String key) {
    return site.get(key).map(value -> "=" + value.replaceAll("\\s+", " ")).orElse("");
  }

  private static SiteFile set(SiteFile site, List<String> keysAndValues) {
    if (keysAndValues.size() % 2 != 0) {
      throw new IllegalArgumentException(
          "The key (" + keysAndValues.get(keysAndValues.size() - 1) + ") has no value.");
    }
    SiteFile changed = site;
    for (int i = 0; i < keysAndValues.size(); i += 2) {
      changed = changed.with(keysAndValues.get(i), keysAndValues.get(i + 1));
    }
    return changed;
  }

  private static SiteFile unset(SiteFile site, List<String> keys) {
    SiteFile changed = site;
    for (String key : keys) {
      changed = changed.without(key);
    }
    return changed;
  }
}
