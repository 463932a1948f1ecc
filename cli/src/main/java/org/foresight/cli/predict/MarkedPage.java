package org.foresight.cli.predict;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A page of which the part below a mark is generated, and the part above is written by hand. */
final class MarkedPage {

  private static final String MARK = "<!-- tables -->";

  private MarkedPage() {}

  /** Writes the generated part; without a file, or a mark in it, all of it is generated. */
  static void replaceBelowMark(Path page, List<String> lines) throws IOException {
    ImmutableList.Builder<String> text = ImmutableList.builder();
    if (Files.exists(page)) {
      List<String> before = Files.readAllLines(page);
      int mark = before.indexOf(MARK);
      text.addAll(mark < 0 ? List.of() : before.subList(0, mark));
    }
    Files.write(page, text.add(MARK).addAll(lines).build());
  }
}
