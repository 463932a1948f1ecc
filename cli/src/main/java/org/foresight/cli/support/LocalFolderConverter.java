package org.foresight.cli.support;

import java.nio.file.Path;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads the name of a folder on this machine, or the URI of one. A folder elsewhere, such as one in
 * HDFS, is refused: as a name it would be that of a new folder below the current one.
 */
public final class LocalFolderConverter implements ITypeConverter<Path> {

  private static final String LOCAL = "file:";
  private static final Pattern URI = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*:/.*");

  private final PathConverter paths = new PathConverter();

  /** Picocli makes it. */
  public LocalFolderConverter() {}

  @Override
  public Path convert(String text) {
    if (text.startsWith(LOCAL + "/")) {
      return paths.convert(text.substring(LOCAL.length()).replaceFirst("^/+", "/"));
    }
    if (URI.matcher(text).matches()) {
      throw new TypeConversionException(
          "\""
              + text
              + "\" is not on this machine; accepted: a local folder, to and from which"
              + " hdfs dfs -get and -put copy one.");
    }
    return paths.convert(text);
  }
}
