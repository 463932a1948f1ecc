package org.foresight.cli.doctor;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.foresight.cli.support.ConfigurationFolder;
import org.foresight.cli.support.ErrorLines;
import org.foresight.cli.support.SiteText;
import org.foresight.yarn.ForesightScheduler;
import org.foresight.yarn.SiteCheck;

/** Looks at what a ResourceManager would read when it starts or is refreshed. */
final class ConfigurationChecks {
  private static final String SCHEDULER = "scheduler";
  private static final String KEYS = "keys";
  private static final String MODES = "modes";
  private static final String QUEUES = "queues of keys";
  private static final String HISTORY = "history";
  private static final String MONITOR = "preemption monitor";
  private static final String RECOVERY = "recovery";

  private static final ImmutableSet<PosixFilePermission> OWNERS =
      ImmutableSet.copyOf(PosixFilePermissions.fromString("rwx------"));

  private final ConfigurationFolder folder;

  ConfigurationChecks(ConfigurationFolder folder) {
    this.folder = folder;
  }

  /** What the files say; nothing if it is not accepted, of which the findings tell. */
  FilesNow accepted(Optional<Path> jar) {
    try {
      SiteCheck site = site();
      return site.problems().isEmpty()
          ? new FilesNow(Optional.of(site), Optional.of(SiteCheck.refreshedKeys(foresight())), jar)
          : FilesNow.of(jar);
    } catch (IOException e) {
      return FilesNow.of(jar);
    }
  }

  private SiteCheck site() throws IOException {
    return SiteCheck.of(foresight(), folder.queues().leaves());
  }

  private Configuration foresight() throws IOException {
    return folder.read(ConfigurationFolder.FORESIGHT_SITE, ConfigurationFolder.YARN_SITE);
  }

  ImmutableList<Finding> findings() {
    ImmutableList.Builder<Finding> findings = ImmutableList.builder();
    try {
      Configuration yarn = folder.read(ConfigurationFolder.YARN_SITE);
      findings.add(scheduler(yarn));
      SiteCheck site = site();
      addSite(site, yarn, findings);
      findings.add(recovery(yarn));
    } catch (IOException e) {
      findings.add(Finding.fail("configuration", ErrorLines.of(e), "Correct the file."));
    }
    return findings.build();
  }

  private Finding scheduler(Configuration yarn) {
    if (!folder.has(ConfigurationFolder.YARN_SITE)) {
      return Finding.fail(
          SCHEDULER,
          folder.folder() + " has no " + ConfigurationFolder.YARN_SITE + ".",
          "Name the ResourceManager's configuration folder by --conf.");
    }
    String found = yarn.getTrimmed(YarnConfiguration.RM_SCHEDULER, "");
    String wanted = ForesightScheduler.class.getName();
    return found.equals(wanted)
        ? Finding.ok(SCHEDULER, YarnConfiguration.RM_SCHEDULER + " is " + wanted + ".")
        : Finding.fail(
            SCHEDULER,
            YarnConfiguration.RM_SCHEDULER + " is (" + found + ").",
            "deploy/foresight-deploy install sets it to "
                + wanted
                + "; then restart the ResourceManager.");
  }

  private void addSite(SiteCheck site, Configuration yarn, ImmutableList.Builder<Finding> findings)
      throws IOException {
    if (!folder.has(ConfigurationFolder.FORESIGHT_SITE)) {
      findings.add(
          Finding.warn(
              KEYS,
              folder.folder() + " has no " + ConfigurationFolder.FORESIGHT_SITE + ".",
              "deploy/foresight-deploy install makes it; without it every key has its default."));
    } else {
      addUnreadable(findings);
    }
    if (!site.problems().isEmpty()) {
      for (String problem : site.problems()) {
        findings.add(Finding.fail(KEYS, problem, "Correct it; a refresh would be refused."));
      }
      return;
    }
    findings.add(Finding.ok(KEYS, "All of Foresight's keys are accepted."));
    addModes(site, findings);
    findings.add(history(site, yarn));
    findings.add(monitor(site, yarn));
  }

  private void addUnreadable(ImmutableList.Builder<Finding> findings) throws IOException {
    Path kept = folder.unreadableSite();
    if (Files.exists(kept)) {
      findings.add(
          Finding.warn(
              KEYS,
              SiteText.unreadable(kept),
              "Mend it and put it back, then foresight off --undo; or remove it."));
    }
  }

  private static void addModes(SiteCheck site, ImmutableList.Builder<Finding> findings) {
    findings.add(Finding.ok(MODES, SiteText.modes(site)));
    for (String key : site.keysWithoutQueue()) {
      findings.add(
          Finding.warn(
              QUEUES, SiteCheck.noQueue(key), "Correct the path, unless the queue is made later."));
    }
  }

  private static Finding history(SiteCheck site, Configuration yarn) {
    if (site.history().isEmpty()) {
      return Finding.warn(
          HISTORY,
          "What is learned is not kept: foresight.history.dir is empty.",
          "Name a folder that the ResourceManager's user may write.");
    }
    URI location = site.history().get();
    if (!location.isAbsolute()) {
      return Finding.warn(
          HISTORY,
          "foresight.history.dir is a relative path ("
              + location.getPath()
              + "): which folder that is depends on where the ResourceManager is started.",
          "Name it from the root, as in /var/lib/hadoop-yarn/foresight-history.");
    }
    if (!"file".equals(location.getScheme())) {
      return Finding.ok(HISTORY, "What is learned is kept in " + location + " (not looked at).");
    }
    Path local = Path.of(location);
    if (HAUtil.isHAEnabled(yarn)) {
      return Finding.warn(
          HISTORY,
          local + " is a local folder, but there is more than one ResourceManager.",
          "Name a folder of a file system that all of them see.");
    }
    Path existing = local;
    while (existing.getParent() != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (!Files.isDirectory(existing)) {
      return Finding.fail(HISTORY, existing + " is no folder.", "Name another one.");
    }
    if (!Files.isWritable(existing)) {
      return Finding.fail(
          HISTORY,
          "The user " + System.getProperty("user.name") + " may not write " + existing + ".",
          "Run the doctor as the ResourceManager's user, or let that user write there.");
    }
    return existing.equals(local) && isForOthers(local)
        ? Finding.warn(
            HISTORY,
            "Others than its owner may look into " + local + ", which names users and jobs.",
            "chmod 700 " + local + ", unless they are meant to.")
        : Finding.ok(HISTORY, "What is learned is kept in " + local + ".");
  }

  private static boolean isForOthers(Path folder) {
    try {
      return !OWNERS.containsAll(Files.getPosixFilePermissions(folder));
    } catch (IOException | UnsupportedOperationException e) {
      return false; // Nothing is known of it here.
    }
  }

  private static Finding monitor(SiteCheck site, Configuration yarn) {
    return site.monitorProblem(yarn)
        .map(problem -> Finding.warn(MONITOR, problem, "Switch it off."))
        .orElseGet(
            () ->
                Finding.ok(
                    MONITOR, "CapacityScheduler's is switched off, or no queue is on beside it."));
  }

  private static Finding recovery(Configuration yarn) {
    boolean recovers =
        yarn.getBoolean(
            YarnConfiguration.RECOVERY_ENABLED, YarnConfiguration.DEFAULT_RM_RECOVERY_ENABLED);
    boolean preserves =
        yarn.getBoolean(
            YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_ENABLED,
            YarnConfiguration.DEFAULT_RM_WORK_PRESERVING_RECOVERY_ENABLED);
    return recovers && preserves
        ? Finding.ok(RECOVERY, "Running applications survive a restart of the ResourceManager.")
        : Finding.warn(
            RECOVERY,
            "Running applications do not survive a restart of the ResourceManager.",
            "Set "
                + YarnConfiguration.RECOVERY_ENABLED
                + " and "
                + YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_ENABLED
                + " to true before you install or upgrade.");
  }
}
