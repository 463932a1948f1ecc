package org.foresight.yarn.site;

import com.google.common.collect.ImmutableList;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * One of Hadoop's configuration files, such as yarn-site.xml. A change touches nothing but the
 * property that it is about: comments, order and layout stay. Immutable.
 *
 * <p>What is not edited rather than perhaps damaged: files that include others, document type
 * declarations, and properties written as attributes. Places in the text are found by a scan; that
 * it saw the same properties as an XML parser is checked every time.
 */
public final class SiteFile {

  /** Markup; of a tag: whether it closes, its name, and whether it closes itself. */
  private static final Pattern MARKUP =
      Pattern.compile(
          "<!--.*?-->|<!\\[CDATA\\[.*?]]>|<\\?.*?\\?>"
              + "|<(?<end>/?)(?<name>[\\w.:-]+)(?:[^>\"']|\"[^\"]*\"|'[^']*')*?(?<empty>/?)>",
          Pattern.DOTALL);

  /** With which some editors begin a file; Hadoop reads on after it. */
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final String file;
  private final String text;
  private final ImmutableList<Property> properties;

  /** Where a new property goes; the root's whole tag if it closes itself. */
  private final Span rootEnd;

  private SiteFile(String file, String text, ImmutableList<Property> properties, Span rootEnd) {
    this.file = file;
    this.text = text;
    this.properties = properties;
    this.rootEnd = rootEnd;
  }

  /**
   * Reads a file's text.
   *
   * @param file what messages call it
   * @throws IllegalArgumentException if it is no configuration file, or one that can't be edited
   */
  public static SiteFile parse(String file, String text) {
    ImmutableList<Entry> entries;
    try {
      entries = entries(file, text);
    } catch (XMLStreamException e) {
      throw new IllegalArgumentException(
          file
              + ", line "
              + e.getLocation().getLineNumber()
              + ": this is not XML: "
              + String.valueOf(e.getMessage()).replaceFirst("(?s).*Message: ", ""),
          e);
    }
    SiteFile scanned = new Scan(text).run(file);
    if (scanned.properties.size() != entries.size()) {
      throw notUnderstood(file);
    }
    ImmutableList.Builder<Property> properties = ImmutableList.builder();
    for (int i = 0; i < entries.size(); i++) {
      properties.add(scanned.properties.get(i).with(entries.get(i)));
    }
    return new SiteFile(file, text, properties.build(), scanned.rootEnd);
  }

  /** The text. */
  public String text() {
    return text;
  }

  /**
   * The value of a key, without blanks around it; empty where the key is not in the file.
   *
   * @throws IllegalArgumentException if the key is there more than once
   */
  public Optional<String> get(String key) {
    return property(key).map(found -> found.entry().value().trim());
  }

  /**
   * This file with a value of a key, in place of the one that it has.
   *
   * @throws IllegalArgumentException if the key is there more than once
   */
  public SiteFile with(String key, String value) {
    String element = "<value>" + escaped(value) + "</value>";
    Optional<Property> found = property(key);
    SiteFile changed =
        parse(
            file,
            found.isPresent()
                ? replaced(found.get().value(), element)
                : withNew("<name>" + escaped(key) + "</name>", element));
    if (!changed.get(key).equals(Optional.of(value.trim()))) {
      throw notUnderstood(file);
    }
    return changed;
  }

  /**
   * This file without a key.
   *
   * @throws IllegalArgumentException if the key is there more than once
   */
  public SiteFile without(String key) {
    return property(key)
        .map(found -> parse(file, replaced(wholeLines(found.whole()), "")))
        .orElse(this);
  }

  private Optional<Property> property(String key) {
    ImmutableList<Property> found =
        properties.stream()
            .filter(property -> property.entry().name().equals(key))
            .collect(ImmutableList.toImmutableList());
    if (found.size() > 1) {
      throw new IllegalArgumentException(
          file + ": " + key + " is there " + found.size() + " times; keep one of them.");
    }
    return found.stream().findFirst();
  }

  private String replaced(Span span, String by) {
    return text.substring(0, span.start()) + by + text.substring(span.end());
  }

  private String withNew(String name, String value) {
    String line = text.contains("\r\n") ? "\r\n" : "\n";
    String property =
        "  <property>"
            + line
            + "    "
            + name
            + line
            + "    "
            + value
            + line
            + "  </property>"
            + line;
    if (!text.startsWith("</", rootEnd.start())) {
      return replaced(rootEnd, "<configuration>" + line + property + "</configuration>");
    }
    boolean isOnItsOwnLine = text.substring(0, rootEnd.start()).endsWith("\n");
    return replaced(
        new Span(rootEnd.start(), rootEnd.start()), (isOnItsOwnLine ? "" : line) + property);
  }

  /** With the lines that hold nothing else. */
  private Span wholeLines(Span span) {
    int start = span.start();
    while (start > 0 && isBlank(text.charAt(start - 1))) {
      start--;
    }
    int end = span.end();
    while (end < text.length() && isBlank(text.charAt(end))) {
      end++;
    }
    boolean isAlone =
        start > 0
            && text.charAt(start - 1) == '\n'
            && end < text.length()
            && text.charAt(end) == '\n';
    return isAlone ? new Span(start, end + 1) : span;
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
  }

  private static String escaped(String value) {
    return value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static IllegalArgumentException notUnderstood(String file) {
    return new IllegalArgumentException(
        file + " is written in a way that is not understood here; edit it by hand.");
  }

  private static ImmutableList<Entry> entries(String file, String text) throws XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    // A byte order mark says how bytes are read, and there are none here.
    String xml = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(xml));
    ImmutableList.Builder<Entry> entries = ImmutableList.builder();
    List<String> open = new ArrayList<>();
    StringBuilder content = new StringBuilder();
    String name = "";
    String value = "";
    while (reader.hasNext()) {
      switch (reader.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          open.add(reader.getLocalName());
          content.setLength(0);
          rejectUnusual(file, reader, open);
          if (open.size() == 2) {
            name = "";
            value = "";
          }
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
            content.append(reader.getText());
        case XMLStreamConstants.END_ELEMENT -> {
          if (open.size() == 2) {
            entries.add(new Entry(name, value));
          } else if (open.size() == 3 && reader.getLocalName().equals("name")) {
            name = content.toString().trim();
          } else if (open.size() == 3 && reader.getLocalName().equals("value")) {
            value = content.toString();
          }
          open.remove(open.size() - 1);
        }
        case XMLStreamConstants.DTD -> throw unusual(file, "a document type declaration");
        default -> {} // Comments and the like.
      }
    }
    return entries.build();
  }

  private static void rejectUnusual(String file, XMLStreamReader reader, List<String> open) {
    String element = open.get(open.size() - 1);
    if (open.size() == 1 && !element.equals("configuration")) {
      throw new IllegalArgumentException(
          file + ": it has <" + element + "> where Hadoop's files have <configuration>.");
    }
    if (open.size() == 2 && !element.equals("property")) {
      throw unusual(file, "<" + element + ">");
    }
    if (open.size() == 2 && reader.getAttributeCount() > 0) {
      throw unusual(file, "properties with attributes");
    }
  }

  private static IllegalArgumentException unusual(String file, String what) {
    return new IllegalArgumentException(
        file + ": it has " + what + ", which is not edited here; edit it by hand.");
  }

  /** A part of the text. */
  private record Span(int start, int end) {}

  /** What a property says. */
  private record Entry(String name, String value) {}

  /**
   * Where a property stands.
   *
   * @param whole with its tags
   * @param value with its tags; nothing, behind the name, where there is none
   */
  private record Property(Span whole, Span value, Entry entry) {
    Property with(Entry said) {
      return new Property(whole, value, said);
    }
  }

  /** Finds places in a text that is known to be well-formed. */
  private static final class Scan {
    private static final Entry UNREAD = new Entry("", "");

    private final String text;
    private final List<Integer> starts = new ArrayList<>();
    private final ImmutableList.Builder<Property> properties = ImmutableList.builder();
    private Span value = new Span(0, 0);
    private Span rootEnd = new Span(0, 0);

    Scan(String text) {
      this.text = text;
    }

    SiteFile run(String file) {
      Matcher markup = MARKUP.matcher(text);
      while (markup.find()) {
        String name = markup.group("name");
        if (name == null) {
          continue;
        }
        if (markup.group("end").isEmpty()) {
          starts.add(markup.start());
        }
        if (!markup.group("end").isEmpty() || !markup.group("empty").isEmpty()) {
          if (starts.isEmpty()) {
            throw notUnderstood(file);
          }
          close(name, new Span(starts.remove(starts.size() - 1), markup.end()), markup.start());
        }
      }
      return new SiteFile(file, text, properties.build(), rootEnd);
    }

    private void close(String name, Span whole, int tagStart) {
      switch (starts.size()) {
        case 0 -> rootEnd = new Span(tagStart, whole.end());
        case 1 -> {
          properties.add(new Property(whole, value, UNREAD));
          value = new Span(0, 0);
        }
        case 2 -> {
          if (name.equals("value")) {
            value = whole;
          } else if (name.equals("name") && value.end() == 0) {
            value = new Span(whole.end(), whole.end());
          }
        }
        default -> {} // Nothing of interest is deeper.
      }
    }
  }
}
