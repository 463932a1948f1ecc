package org.foresight.cli.support;

import com.google.common.collect.ImmutableSet;
import java.nio.file.Path;
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

  /** A file that was kept because nobody could read it. */
  public static String unreadable(Path kept) {
    return kept + " is what foresight-site.xml was when it could not be read, and does not count.";
  }

  private static String text(ImmutableSet<String> queues) {
    return queues.isEmpty() ? "none" : String.join(", ", queues);
  }
}
