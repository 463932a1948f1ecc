package org.foresight.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The sections of a generated page that are written by hand, between the lines {@code <!--
 * NAME:begin -->} and {@code <!-- NAME:end -->}: they stay when the page is generated anew.
 *
 * <p>Immutable.
 */
public final class KeptSections {

  private final String page;

  private KeptSections(String page) {
    this.page = page;
  }

  /** Those of a page; none if there is no page yet. */
  public static KeptSections of(Path page) throws IOException {
    return new KeptSections(Files.exists(page) ? Files.readString(page) : "");
  }

  /** What a section says, without its markers; empty if there is none of this name. */
  public String text(String name) {
    String begin = begin(name);
    int from = page.indexOf(begin);
    int to = page.indexOf(end(name));
    return from < 0 || to < from ? "" : page.substring(from + begin.length(), to).strip();
  }

  /** Writes a section, as it was, to a page that is being generated. */
  public void addTo(List<String> lines, String name) {
    lines.add(begin(name));
    lines.add(text(name));
    lines.add(end(name));
  }

  private static String begin(String name) {
    return "<!-- " + name + ":begin -->";
  }

  private static String end(String name) {
    return "<!-- " + name + ":end -->";
  }
}
