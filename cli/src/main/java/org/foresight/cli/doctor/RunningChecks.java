package org.foresight.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.foresight.cli.status.ResourceManagerClient;
import org.foresight.cli.support.ErrorLines;
import org.foresight.cli.support.UnreachableException;
import org.foresight.predictor.Counts;
import org.foresight.yarn.SiteCheck;

/** Asks a ResourceManager that runs. */
final class RunningChecks {
  private static final String SERVER = "ResourceManager";
  private static final String SCHEDULER = "running scheduler";
  private static final String MODES = "running modes";
  private static final String RECOVERY = "running recovery";
  private static final String PLANNER = "planner";

  /** With which Foresight is tested. */
  private static final ImmutableSet<String> VERSIONS = ImmutableSet.of("3.4.3", "3.5.0");

  /** So often a planner fails until it is taken out of charge. */
  private static final int FAILURES = 3;

  /** A plan is made every ten seconds, whether anything has changed or not. */
  private static final long OLD_PLAN_MILLIS = 60_000;

  private final ResourceManagerClient client;
  private final Optional<String> version;
  private final ImmutableList.Builder<Finding> findings = ImmutableList.builder();

  /**
   * @param version of this command; empty where it has none
   */
  RunningChecks(ResourceManagerClient client, Optional<String> version) {
    this.client = client;
    this.version = version;
  }

  /**
   * Asks it all; to be called once.
   *
   * @param files what its files say now
   */
  ImmutableList<Finding> findings(FilesNow files) throws InterruptedException {
    JsonNode info;
    try {
      info = client.getOfServer("/ws/v1/cluster/info", ImmutableMap.of()).path("clusterInfo");
    } catch (IOException e) {
      return ImmutableList.of(
          Finding.fail(
              SERVER,
              ErrorLines.of(e),
              e instanceof UnreachableException
                  ? "Start it, or name by --rm the web address of one that runs; its log says why"
                      + " it ended."
                  : "Name by --rm the web address of a ResourceManager, and log in if it asks you"
                      + " to."));
    }
    addServer(info);
    boolean waitsForJar = addProcess(files.jar());
    if (info.path("haState").asText().equals("STANDBY")) {
      findings.add(
          Finding.ok(PLANNER, "On standby, Foresight plans nothing. Ask the active one as well."));
    } else if (info.path("haState").asText().equals("INITIALIZING")) {
      findings.add(Finding.warn(PLANNER, "It is not active yet.", "Ask again in a moment."));
    } else {
      addScheduler();
      addForesight(files, waitsForJar);
    }
    return findings.build();
  }

  private void addServer(JsonNode info) {
    String hadoop = info.path("resourceManagerVersion").asText();
    String state = info.path("state").asText();
    String text = "Hadoop " + hadoop + ", " + state + ", " + info.path("haState").asText() + ".";
    if (!state.equals("STARTED")) {
      findings.add(Finding.fail(SERVER, text, "Its log says why it has not started."));
    } else if (!VERSIONS.contains(hadoop)) {
      findings.add(
          Finding.warn(
              SERVER, text, "Foresight is tested with " + String.join(" and ", VERSIONS) + "."));
    } else {
      findings.add(Finding.ok(SERVER, text));
    }
    String store = info.path("rmStateStoreName").asText();
    findings.add(
        store.endsWith(".NullRMStateStore")
            ? Finding.warn(
                RECOVERY,
                "It keeps no state: running applications do not survive its restart.",
                "Set yarn.resourcemanager.recovery.enabled to true before you restart it.")
            : Finding.ok(RECOVERY, "It keeps its state in " + store + "."));
  }

  /**
   * What its virtual machine says of itself.
   *
   * @return whether there was no plug-in when it was started, and is now
   */
  private boolean addProcess(Optional<Path> installed) throws InterruptedException {
    JsonNode machine;
    try {
      machine =
          client
              .getOfServer("/jmx", ImmutableMap.of("qry", "java.lang:type=Runtime"))
              .path("beans")
              .path(0);
    } catch (IOException e) {
      findings.add(
          Finding.warn("running Java", ErrorLines.of(e), "Let this user read its page /jmx."));
      return false;
    }
    findings.add(JavaCheck.running(machine.path("SpecVersion").asText()));
    String classPath = machine.path("ClassPath").asText();
    if (installed.isPresent() && !PluginJars.isOn(classPath)) {
      findings.add(
          RestartCheck.pending(
              PluginJars.RUNNING,
              "it was started without a plug-in jar, and " + installed.get() + " is there now."));
      return true;
    }
    findings.add(PluginJars.on(classPath, version));
    return false;
  }

  private void addScheduler() throws InterruptedException {
    String type;
    try {
      type =
          client
              .getOfServer("/ws/v1/cluster/scheduler", ImmutableMap.of())
              .at("/scheduler/schedulerInfo/type")
              .asText();
    } catch (IOException e) {
      findings.add(Finding.warn(SCHEDULER, ErrorLines.of(e), "Look into its log."));
      return;
    }
    // Foresight says so too, as the CapacityScheduler that it is.
    findings.add(
        type.equals("capacityScheduler")
            ? Finding.ok(SCHEDULER, "It is a CapacityScheduler.")
            : Finding.fail(
                SCHEDULER,
                "It is a (" + type + ").",
                "Set yarn.resourcemanager.scheduler.class and restart the ResourceManager."));
  }

  private void addForesight(FilesNow files, boolean waitsForJar) throws InterruptedException {
    JsonNode overview;
    try {
      overview = client.get("", ImmutableMap.of());
    } catch (IOException e) {
      if (waitsForJar) {
        findings.add(
            RestartCheck.pending(PLANNER, "it does not run Foresight, as it has no plug-in jar."));
        return;
      }
      if (files.site().isPresent() && !files.site().get().isWebOn()) {
        findings.add(
            Finding.ok(
                PLANNER,
                "It is not asked, for "
                    + SiteCheck.WEB
                    + " is false; its log and its metrics say how it is."));
        return;
      }
      findings.add(
          Finding.fail(
              PLANNER,
              ErrorLines.of(e),
              "Restart the ResourceManager if Foresight was installed, or "
                  + SiteCheck.WEB
                  + " set to true, since it started."));
      return;
    }
    addRestart(files);
    if (files.keys().isPresent()) {
      addKeys(files.keys().get());
    }
    addModes(overview.path("modes").asText(), files.site());
    if (overview.path("planners").isEmpty()) {
      findings.add(Finding.ok(PLANNER, "Every queue is off: nothing is planned."));
    }
    overview.path("planners").forEach(this::addPlanner);
  }

  private void addKeys(ImmutableMap<String, String> files) throws InterruptedException {
    try {
      findings.addAll(KeyCheck.of(client.get("/keys", ImmutableMap.of()), files));
    } catch (IOException e) {
      findings.add(
          Finding.warn(
              KeyCheck.CHECK,
              "It does not say which keys are in force: " + ErrorLines.of(e),
              "Ask as an administrator of the cluster; one of an earlier version never says it."));
    }
  }

  private void addRestart(FilesNow files) throws InterruptedException {
    try {
      findings.addAll(
          RestartCheck.of(client.get("/plugin", ImmutableMap.of()), files.site(), files.jar()));
    } catch (IOException e) {
      findings.add(
          Finding.warn(
              "restart",
              "It does not say which plug-in it runs: " + ErrorLines.of(e),
              "One of an earlier version does not; restart the ResourceManager after an upgrade."));
    }
  }

  private void addModes(String modes, Optional<SiteCheck> files) {
    if (files.isEmpty() || files.get().modes().equals(modes)) {
      findings.add(Finding.ok(MODES, "They are (" + modes + ")."));
      return;
    }
    SiteCheck site = files.get();
    findings.add(
        SiteCheck.isOff(modes) && site.isAllOff() // However they came to be off.
            ? Finding.ok(
                MODES,
                "They are ("
                    + (SiteCheck.isSwitchedOff(site.modes()) ? site.modes() : modes)
                    + ").")
            : Finding.warn(
                MODES,
                "They are (" + modes + "), in the files (" + site.modes() + ").",
                "Run yarn rmadmin -refreshQueues; if it refuses, it says why. Where"
                    + " yarn.webapp.filter-entity-list-by-user is true, ask as an administrator of"
                    + " the cluster: others are told of their own queues alone."));
  }

  private void addPlanner(JsonNode planner) {
    String mode = planner.path("mode").asText();
    boolean decides = mode.equals("on");
    String check = PLANNER + " (" + mode + ")";
    int failures = planner.path("failuresInARow").asInt();
    JsonNode age = planner.path("planAgeMillis");
    if (failures > 0) {
      String text = "Planning has failed " + Counts.of(failures, "time") + " in a row.";
      String hint =
          "The ResourceManager's log says why. CapacityScheduler schedules "
              + (decides ? "meanwhile." : "as ever.");
      findings.add(
          failures < FAILURES ? Finding.warn(check, text, hint) : Finding.fail(check, text, hint));
    } else if (!age.isNumber()) {
      findings.add(Finding.warn(check, "It has made no plan yet.", "Ask again in some seconds."));
    } else if (!counts(planner)) {
      findings.add(
          Finding.warn(
              check,
              decides
                  ? "It is not in charge: CapacityScheduler's own order is in force."
                  : "Its plan does not count.",
              "The ResourceManager's log says why; without a node there is nothing to plan."));
    } else if (age.asLong() > OLD_PLAN_MILLIS) {
      findings.add(
          Finding.warn(
              check,
              String.format(Locale.ROOT, "Its last plan is %d s old.", age.asLong() / 1000),
              "There should be one every ten seconds; look into the ResourceManager's log."));
    } else {
      findings.add(
          Finding.ok(
              check,
              String.format(
                  Locale.ROOT,
                  "%s; the last plan is %.1f s old: %s",
                  decides ? "In charge" : "Plans, and decides nothing",
                  age.asLong() / 1000.0,
                  planner.path("plan").asText())));
    }
  }

  /**
   * Whether a planner's plan counts; of a plug-in of an earlier version the other field says so.
   */
  private static boolean counts(JsonNode planner) {
    return planner.path("planCounts").asBoolean(planner.path("inCharge").asBoolean());
  }
}
