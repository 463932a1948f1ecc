package org.foresight.cli.support;

import static com.google.common.html.HtmlEscapers.htmlEscaper;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableMap;
import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parts of pages that need no other file and no network: a template with places such as {@code
 * {{title}}}, the style and the script that all of them share, charts, tables, data.
 */
public final class HtmlPage {

  private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z-]+)}}");

  private HtmlPage() {}

  /**
   * The page that a template makes. Besides those of {@code values} it may have the places {@code
   * style}, {@code script} (before its own), {@code chart-style}, {@code chart-script}, {@code
   * chart-license} and {@code version}.
   *
   * @param owner the class beside which the template lies
   * @param values what is put into its places, as it is: HTML, escaped by whoever made it
   */
  public static String fill(Class<?> owner, String template, Map<String, String> values) {
    ChartLibrary charts = ChartLibrary.load();
    ImmutableMap<String, String> all =
        ImmutableMap.<String, String>builder()
            .putAll(values)
            .put("version", escape(Versions.foresight()))
            .put("style", resource(HtmlPage.class, "page.css"))
            .put("script", resource(HtmlPage.class, "page.js"))
            .put("chart-style", charts.style())
            .put("chart-script", charts.script())
            .put("chart-license", charts.license())
            .buildOrThrow();
    // Each place once and in one pass, so that what is put in is not searched for places.
    Matcher matcher = PLACE.matcher(resource(owner, template));
    StringBuilder page = new StringBuilder();
    while (matcher.find()) {
      String value = all.get(matcher.group(1));
      if (value == null) {
        throw new IllegalStateException(
            "The template has the unknown place (" + matcher.group(1) + ").");
      }
      matcher.appendReplacement(page, Matcher.quoteReplacement(value));
    }
    return matcher.appendTail(page).toString();
  }

  private static String resource(Class<?> owner, String name) {
    URL url = Resources.getResource(owner, name);
    try {
      return Resources.toString(url, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Text as HTML. */
  public static String escape(String text) {
    return htmlEscaper().escape(text);
  }

  /**
   * A table of text.
   *
   * @param columns at least one, all of the same length; the first cell of each is its title
   */
  public static String table(String title, List<? extends List<String>> columns) {
    StringBuilder html = new StringBuilder("<table>\n<caption>");
    html.append(escape(title)).append("</caption>\n");
    for (int row = 0; row < columns.get(0).size(); row++) {
      String cell = row == 0 ? "th" : "td";
      html.append("<tr>");
      for (List<String> column : columns) {
        html.append('<').append(cell).append('>');
        html.append(escape(column.get(row)));
        html.append("</").append(cell).append('>');
      }
      html.append("</tr>\n");
    }
    return html.append("</table>\n").toString();
  }

  /**
   * Data as JSON that may stand in a script element of a page: no text in it, such as a job's name,
   * can end the element.
   *
   * @param data of records, lists, text and finite numbers
   */
  public static String json(Object data) {
    try {
      return new ObjectMapper().writeValueAsString(data).replace("<", "\\u003c");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Records of text and finite numbers are always JSON.", e);
    }
  }
}
