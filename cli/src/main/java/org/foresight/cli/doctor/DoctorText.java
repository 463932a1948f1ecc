package org.foresight.cli.doctor;

import com.google.common.collect.ImmutableList;
import java.util.Locale;

/** Findings for people. */
final class DoctorText {
  private DoctorText() {}

  /** A line for every finding, and one for what to do about it. */
  static ImmutableList<String> lines(ImmutableList<Finding> findings) {
    int width = findings.stream().mapToInt(finding -> finding.check().length()).max().orElse(0);
    ImmutableList.Builder<String> lines = ImmutableList.builder();
    for (Finding finding : findings) {
      String status = finding.status().name().toLowerCase(Locale.ROOT);
      lines.add(
          String.format(
              Locale.ROOT, "%-4s  %-" + width + "s  %s", status, finding.check(), finding.text()));
      if (!finding.hint().isEmpty()) {
        lines.add(" ".repeat(width + 8) + finding.hint());
      }
    }
    return lines.build();
  }
}
