package org.foresight.cli.support;

import java.net.URI;
import picocli.CommandLine.Model.CommandSpec;

/** The web address of a ResourceManager. Stateless. */
public final class WebAddress {

  private WebAddress() {}

  /**
   * What is below an address.
   *
   * @param address such as {@code http://host:8088}
   * @param path begins with a slash
   * @throws IllegalArgumentException if it is no web address
   */
  public static URI of(String address, String path) {
    String base = address.replaceFirst("/+$", "");
    if (!base.matches("https?://[^/?#]+(/[^?#]*)?")) {
      throw noAddress(address);
    }
    try {
      return URI.create(base + path);
    } catch (IllegalArgumentException e) {
      IllegalArgumentException unclear = noAddress(address);
      unclear.initCause(e);
      throw unclear;
    }
  }

  /**
   * Checks what an option says.
   *
   * @throws picocli.CommandLine.ParameterException if it is no web address
   */
  public static void check(CommandSpec command, String option, String address) {
    try {
      of(address, "/");
    } catch (IllegalArgumentException e) {
      throw OptionChecks.error(command, option + ": " + ErrorLines.of(e));
    }
  }

  private static IllegalArgumentException noAddress(String address) {
    return new IllegalArgumentException(
        "(" + address + ") is not the web address of a ResourceManager such as http://host:8088.");
  }
}
