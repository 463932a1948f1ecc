package org.foresight.benchmarks;

import com.google.common.base.CharMatcher;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The sections of a generated page that are written by hand, between the lines {@code <!--
 * NAME:begin -->} and {@code <!-- NAME:end -->}: they stay when the page is generated anew. A page
 * whose markers leave open what belongs to a section is refused, since the text would be lost.
 *
 * <p>Immutable.
 */
public final class KeptSections {

  /** Markers, those that are not quite right among them. */
  private static final Pattern MARKER =
      Pattern.compile("<!--\\s*(\\S+?)\\s*:\\s*(begin|end)\\s*-->", Pattern.CASE_INSENSITIVE);

  private final ImmutableMap<String, String> texts;

  private KeptSections(Map<String, String> texts) {
    this.texts = ImmutableMap.copyOf(texts);
  }

  /**
   * Those of a page; none if there is no page yet. To be asked before the work of which the page
   * tells.
   *
   * @param names of the sections that the new page will have
   * @throws IOException if the page has no place or cannot be read, if a section of it does not
   *     both begin and end, once each, or if it has a section of another name
   */
  public static KeptSections of(Path page, Set<String> names) throws IOException {
    Path folder = page.toAbsolutePath().getParent();
    if (Files.isDirectory(page) || folder == null || !Files.isDirectory(folder)) {
      throw new IOException(page + ": there is no place for a page of this name.");
    }
    if (!Files.exists(page)) {
      return new KeptSections(Map.of());
    }
    try {
      return parse(page, Files.readString(page), ImmutableSet.copyOf(names));
    } catch (CharacterCodingException e) {
      throw new IOException(page + ": this is no text in UTF-8, so it is left as it is.", e);
    }
  }

  private static KeptSections parse(Path page, String text, ImmutableSet<String> names)
      throws IOException {
    Map<String, String> texts = new HashMap<>();
    String open = "";
    int openLine = 0;
    int from = 0;
    Matcher marker = MARKER.matcher(text);
    while (marker.find()) {
      int line = 1 + CharMatcher.is('\n').countIn(text.substring(0, marker.start()));
      String name = marker.group(1);
      boolean isBegin = marker.group().equals(begin(name));
      boolean fits =
          isBegin
              ? open.isEmpty() && names.contains(name) && !texts.containsKey(name)
              : marker.group().equals(end(name)) && name.equals(open);
      if (!fits) {
        throw damaged(page, line, marker.group(), names);
      }
      if (isBegin) {
        open = name;
        openLine = line;
        from = marker.end();
      } else {
        texts.put(name, text.substring(from, marker.start()).strip());
        open = "";
      }
    }
    if (!open.isEmpty()) {
      throw damaged(page, openLine, begin(open), names);
    }
    return new KeptSections(texts);
  }

  private static IOException damaged(Path page, int line, String found, Set<String> names) {
    return new IOException(
        page
            + ", line "
            + line
            + ": found \""
            + found
            + "\"; accepted: for each section a line <!-- NAME:begin --> and below it a line <!--"
            + " NAME:end -->, where NAME is one of "
            + String.join(", ", names)
            + ". The page is left as it is.");
  }

  /** What a section says, without its markers; empty if there is none of this name. */
  public String text(String name) {
    return texts.getOrDefault(name, "");
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
