package org.foresight.cli.support;

import com.google.common.io.Resources;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/**
 * The files of uPlot, from the jar in which it is on the class path.
 *
 * @param script to be put into a page
 * @param style to be put into a page
 * @param license its licence
 */
record ChartLibrary(String script, String style, String license) {

  private static final String POM_PROPERTIES =
      "META-INF/maven/org.webjars.npm/uplot/pom.properties";
  private static final String FOLDER = "META-INF/resources/webjars/uplot/";

  /** Reads the files. */
  static ChartLibrary load() {
    String folder = FOLDER + version() + "/";
    return new ChartLibrary(
        text(folder + "dist/uPlot.iife.min.js"),
        text(folder + "dist/uPlot.min.css"),
        text(folder + "LICENSE"));
  }

  /** The folder is named after the version. */
  private static String version() {
    Properties properties = new Properties();
    try (InputStream stream = Resources.getResource(POM_PROPERTIES).openStream()) {
      properties.load(stream);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }

  private static String text(String name) {
    URL url = Resources.getResource(name);
    try {
      return Resources.toString(url, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
