package org.foresight.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.Set;
import java.util.TreeSet;
import org.foresight.yarn.SiteCheck;

/** Compares the keys that a ResourceManager goes by with what it would read at a refresh. */
final class KeyCheck {
  static final String CHECK = "running keys";

  private KeyCheck() {}

  /**
   * Compares.
   *
   * @param answer what the ResourceManager says of its keys
   * @param files what its files say now, by key
   */
  static ImmutableList<Finding> of(JsonNode answer, ImmutableMap<String, String> files) {
    JsonNode inForce = answer.path("keys");
    if (!inForce.isObject()) {
      return ImmutableList.of(
          Finding.fail(
              CHECK,
              "It has accepted no configuration of Foresight's since it was started.",
              "Its log says why; correct that and run yarn rmadmin -refreshQueues."));
    }
    Set<String> keys = new TreeSet<>(files.keySet());
    inForce.fieldNames().forEachRemaining(keys::add);
    ImmutableList.Builder<Finding> findings = ImmutableList.builder();
    for (String key : keys) {
      String unset = SiteCheck.defaultOf(key).orElse("");
      String runs = inForce.path(key).asText(unset);
      String wanted = files.getOrDefault(key, unset);
      if (!runs.equals(wanted)) {
        findings.add(
            Finding.warn(
                CHECK,
                key + " is (" + runs + "), in the files (" + wanted + ").",
                "Run yarn rmadmin -refreshQueues; if it refuses, it says why. What the"
                    + " ResourceManager was told on its command line stays."));
      }
    }
    ImmutableList<Finding> different = findings.build();
    return different.isEmpty()
        ? ImmutableList.of(Finding.ok(CHECK, "They are those of the files."))
        : different;
  }
}
