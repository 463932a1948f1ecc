package org.foresight.cli.support;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads names of files and folders. An empty one, such as of a variable of a script that is not
 * set, would otherwise mean the current folder.
 */
public final class PathConverter implements ITypeConverter<Path> {

  PathConverter() {}

  /** Makes a command and all of its subcommands read names of files so. */
  public static void register(CommandLine commandLine) {
    commandLine.registerConverter(Path.class, new PathConverter());
  }

  @Override
  public Path convert(String text) {
    try {
      if (!text.isEmpty()) {
        return Path.of(text);
      }
    } catch (InvalidPathException e) {
      // Said below.
    }
    throw new TypeConversionException("\"" + text + "\" is not the name of a file or folder.");
  }
}
