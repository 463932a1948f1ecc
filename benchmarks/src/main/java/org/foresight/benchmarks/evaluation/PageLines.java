package org.foresight.benchmarks.evaluation;

import static com.google.common.collect.ImmutableSet.toImmutableSet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.foresight.benchmarks.KeptSections;

/** Collects the lines of a page of results in Markdown. Not thread-safe. */
public final class PageLines {

  private static final String NOTES_OF = "notes:";
  private static final String METHOD = "method";
  private static final String MUST_SHOW = "must-show";

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

  /**
   * What is written by hand in a page: of the method, of what must show, and of other sections.
   *
   * @param others the names of the other sections that have notes
   * @throws IOException if the page could not be written anew without a loss
   */
  public static KeptSections kept(Path page, Collection<String> others) throws IOException {
    return KeptSections.of(
        page,
        Stream.concat(Stream.of(METHOD, MUST_SHOW), others.stream())
            .map(name -> NOTES_OF + name)
            .collect(toImmutableSet()));
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

  /** Adds the place of what is written by hand on the method. */
  public void notesOnMethod() {
    notes(METHOD);
  }

  /** Adds a table of what must show, and the place of what is written by hand on that. */
  public void claims(Iterable<Claim> claims) {
    head("claim", "measured", "verdict");
    for (Claim claim : claims) {
      row(claim.text(), claim.measured(), claim.verdict().text());
    }
    lines.add("");
    notes(MUST_SHOW);
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
