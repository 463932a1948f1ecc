package org.foresight.cli.support;

import com.google.common.collect.ImmutableSet;
import org.foresight.yarn.SiteCheck;

/** What a configuration means, for people. Stateless. */
public final class SiteText {
  private SiteText() {}

  /** Which queues would be in which mode. */
  public static String modes(SiteCheck site) {
    return "Modes: "
        + site.modes()
        + "; on: "
        + text(site.queuesOn())
        + "; in shadow mode: "
        + text(site.queuesInShadow())
        + ".";
  }

  /** A path that has a mode for nothing. */
  public static String noQueue(String path) {
    return "The queue " + path + " has a mode, but there is no leaf queue at or below it.";
  }

  private static String text(ImmutableSet<String> queues) {
    return queues.isEmpty() ? "none" : String.join(", ", queues);
  }
}
