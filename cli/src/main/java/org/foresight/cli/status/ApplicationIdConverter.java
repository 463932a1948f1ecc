package org.foresight.cli.status;

import org.apache.hadoop.yarn.api.records.ApplicationId;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an application's id. Anything else would be another path on the web server. */
final class ApplicationIdConverter implements ITypeConverter<ApplicationId> {

  @Override
  public ApplicationId convert(String text) {
    try {
      return ApplicationId.fromString(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(
          "(" + text + ") is not an application's id such as application_1700000000000_0001.");
    }
  }
}
