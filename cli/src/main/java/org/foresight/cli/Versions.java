package org.foresight.cli;

import org.apache.hadoop.util.VersionInfo;
import picocli.CommandLine.IVersionProvider;

/** The versions of Foresight and of the Hadoop that it runs with. */
final class Versions implements IVersionProvider {

  /** From the jar's manifest; classes outside of a jar have none. */
  static String foresight() {
    String version = Versions.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  static String hadoop() {
    return VersionInfo.getVersion();
  }

  @Override
  public String[] getVersion() {
    return new String[] {
      "Foresight " + foresight() + " (Hadoop " + hadoop() + ", Java " + Runtime.version() + ")"
    };
  }
}
