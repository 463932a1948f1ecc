package org.foresight.cli.support;

import org.apache.hadoop.util.VersionInfo;
import picocli.CommandLine.IVersionProvider;

/** The versions of Foresight and of the Hadoop that it runs with. */
public final class Versions implements IVersionProvider {

  /** From the jar's manifest; classes outside of a jar have none. */
  public static String foresight() {
    String version = Versions.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  /** The Hadoop that is on the class path. */
  public static String hadoop() {
    return VersionInfo.getVersion();
  }

  @Override
  public String[] getVersion() {
    return new String[] {
      "Foresight " + foresight() + " (Hadoop " + hadoop() + ", Java " + Runtime.version() + ")"
    };
  }
}
