package org.foresight.benchmarks.evaluation;

import java.util.ArrayList;
import java.util.List;
import org.foresight.benchmarks.KeptSections;

/** Collects the lines of a page of results in Markdown. Not thread-safe. */
public final class PageLines {

  /** What the names of sections that are written by hand begin with. */
  public static final String NOTES_OF = "notes:";

  private final KeptSections kept;
  private final List<String> lines = new ArrayList<>();

  /**
   * Begins with nothing.
   *
   * @param kept what is written by hand
   */
  public PageLines(KeptSections kept) {
    this.kept = kept;
  }

  /** Adds a line as it is. */
  public void add(String line) {
    lines.add(line);
  }

  /** Adds lines as they are. */
  public void addAll(List<String> more) {
    lines.addAll(more);
  }

  /** Adds a heading. */
  public void heading(int level, String text) {
    lines.add("#".repeat(level) + " " + text);
    lines.add("");
  }

  /** Adds a paragraph. */
  public void paragraph(String text) {
    lines.add(text);
    lines.add("");
  }

  /** Adds the place of what is written by hand, with what is there. */
  public void notes(String name) {
    kept.addTo(lines, NOTES_OF + name);
    lines.add("");
  }

  /** Adds the head of a table. */
  public void head(String... cells) {
    row(cells);
    lines.add("|" + "---|".repeat(cells.length));
  }

  /** Adds a row of a table. */
  public void row(String... cells) {
    lines.add("| " + String.join(" | ", cells) + " |");
  }

  /** All of it. */
  public String text() {
    return String.join("\n", lines) + "\n";
  }
}
