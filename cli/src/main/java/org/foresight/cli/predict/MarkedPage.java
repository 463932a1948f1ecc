package org.foresight.cli.predict;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.foresight.cli.support.OutputFile;

/** A page of which the part below a mark is generated, and the part above is written by hand. */
final class MarkedPage {

  private static final String MARK = "<!-- tables -->";

  private MarkedPage() {}

  /**
   * Looks whether the generated part could be written; to be asked before it is generated.
   *
   * @throws IOException if there is a file without the mark, which may be anything, or if it cannot
   *     be read or has no place
   */
  static void check(Path page) throws IOException {
    OutputFile.requirePlace(page);
    List<String> unused = aboveMark(page);
  }

  /**
   * Writes the generated part; without a file, or with an empty one, all of it is generated.
   *
   * @throws IOException as by {@link #check}, or if it cannot be written
   */
  static void replaceBelowMark(Path page, List<String> lines) throws IOException {
    ImmutableList<String> text =
        ImmutableList.<String>builder().addAll(aboveMark(page)).add(MARK).addAll(lines).build();
    OutputFile.replace(page, String.join("\n", text) + "\n");
  }

  private static List<String> aboveMark(Path page) throws IOException {
    if (!Files.exists(page)) {
      return List.of();
    }
    List<String> before;
    try {
      before = Files.readAllLines(page);
    } catch (CharacterCodingException e) {
      throw new IOException(page + ": this is no text in UTF-8, so it is left as it is.", e);
    }
    int mark = before.indexOf(MARK);
    if (mark < 0 && !before.isEmpty()) {
      throw new IOException(
          page
              + ": there is no line \""
              + MARK
              + "\" below which to write, so it is left as it is; add the line, or name another"
              + " file.");
    }
    return before.subList(0, Math.max(mark, 0));
  }
}
