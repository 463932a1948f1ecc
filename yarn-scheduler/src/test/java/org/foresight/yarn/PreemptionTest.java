package org.foresight.yarn;

import static org.apache.hadoop.yarn.nodelabels.CommonNodeLabelsManager.NO_LABEL;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.api.records.PreemptionContainer;
import org.apache.hadoop.yarn.api.records.PreemptionMessage;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.foresight.planner.preemption.PreemptionCounters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Preemption in a whole ResourceManager: notice, grace, end, and who gets the room. */
class PreemptionTest extends LocalYarn {
  private static final String[] URGENT = {"foresight.class=slo", "foresight.deadline=PT1M"};

  /** What nodes were told to end and have not ended yet. */
  private final List<ContainerId> toEnd = new ArrayList<>();

  PreemptionTest() {
    super(ForesightScheduler.class);
    queues.set(PREFIX + "root.queues", "on,safe");
    for (String queue : List.of("root.on", "root.safe")) {
      queues.set(PREFIX + queue + ".capacity", "50");
      queues.set(PREFIX + queue + ".maximum-capacity", "100");
      queues.set(PREFIX + queue + ".user-limit-factor", "10");
    }
    queues.set(PREFIX + "maximum-am-resource-percent", "1");
    settings.put("foresight.mode", "on");
    settings.put("foresight.cycle-millis", "50"); // Time enough for the solver.
    settings.put("foresight.slot-millis", "1000");
    settings.put("foresight.preemption", "true");
    settings.put("foresight.preemption.grace-millis", "100");
  }

  @Override
  void toEnd(MockNM node, List<ContainerId> containers) {
    toEnd.addAll(containers);
  }

  /** Where YARN's own preemption is lazy, a container that is marked would go on. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void containersEndAsPreemptedAndTheirRoomGoesToTheJobWithADeadline(boolean isLazy)
      throws Exception {
    queues.setBoolean(PREFIX + "lazy-preemption-enabled", isLazy);
    start();
    addNode(4, 8);
    addNode(4, 8);
    MockAM urgent = launch("on", URGENT);
    Victim victim = new Victim(launch("on"), 6);

    ask(urgent, request(TASK, 3));
    victim.awaitPreempted(3);

    assertThat(victim.warned).containsExactlyInAnyOrderElementsOf(victim.preempted);
    ask(victim.master, request(TASK, 3)); // It wants them back.
    beat();
    assertThat(urgent.schedule().getAllocatedContainers())
        .as("before the nodes have ended what they were told to")
        .isEmpty();
    endAll();
    assertThat(served(urgent, 3)).hasSize(3);
    victim.look();
    assertThat(victim.allocated).isEmpty();
    assertThat(victim.isRunning()).isTrue();
    PreemptionCounters.Totals totals = counters();
    assertThat(totals.told()).isEqualTo(3);
    assertThat(totals.stopped()).isEqualTo(3);
    assertThat(totals.lostWorkMillis()).isPositive();
  }

  @Test
  void gangGetsAllOfItsRoomAtOnce() throws Exception {
    start();
    addNode(4, 8);
    addNode(4, 8);
    MockAM gang = launch("on", URGENT[0], URGENT[1], "foresight.gang=true");
    Victim victim = new Victim(launch("on"), 6);

    ask(gang, request(TASK, 4));
    victim.awaitPreempted(4);
    ask(victim.master, request(TASK, 4));
    awaitToEnd(4);
    while (toEnd.size() > 1) {
      end(toEnd.remove(0));
      beat();
      assertThat(gang.schedule().getAllocatedContainers()).isEmpty();
    }
    endAll();

    assertThat(served(gang, 4)).hasSize(4);
    victim.look();
    assertThat(victim.allocated).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "yarn.scheduler.capacity.root.safe.disable_preemption, true",
    "yarn.scheduler.capacity.root.safe.intra-queue-preemption.disable_preemption, true",
    "foresight.queue.root.safe.preemption, false",
    "foresight.queue.root.safe.mode, off",
  })
  void containersOfAQueueThatForbidsItGoOn(String key, String value) throws Exception {
    if (key.startsWith(PREFIX)) {
      queues.set(key, value);
    } else {
      settings.put(key, value);
    }
    start();
    addNode(5, 8);
    addNode(5, 8);
    MockAM urgent = launch("on", URGENT);
    MockAM mayLose = launch("on");
    MockAM safe = launch("safe");
    Victim victim = new Victim(mayLose, 3);
    Victim spared = new Victim(safe, 4); // Started last, so that they would be stopped first.

    ask(urgent, request(TASK, 2));
    victim.awaitPreempted(2);
    awaitToEnd(2);
    endAll();
    assertThat(served(urgent, 2)).hasSize(2);

    assertNothingElseIsStopped(spared, 2);
  }

  @Test
  void onlyWhatRunsWhereTheJobAsksIsStopped() throws Exception {
    labels("gpu");
    start(NodeLabel.newInstance("gpu", true));
    addNode(7, 8);
    MockNM labelled = addNode(4, 8, "gpu");
    MockAM urgent = launch("on", URGENT);
    MockAM there = launch("on");
    MockAM elsewhere = launch("on");
    Victim victim = new Victim(there, request(TASK, 4, "gpu"));
    // Started last, so that they would be stopped first.
    Victim spared = new Victim(elsewhere, request(TASK, 4));

    ask(urgent, request(TASK, 2, "gpu"));
    victim.awaitPreempted(2);
    awaitToEnd(2);
    endAll();

    assertThat(served(urgent, 2))
        .extracting(Container::getNodeId)
        .containsOnly(labelled.getNodeId());
    assertNothingElseIsStopped(spared, 2);
  }

  @Test
  void nothingIsStoppedWhereNothingMayBeThoughItMayElsewhere() throws Exception {
    labels("gpu");
    queues.set(PREFIX + "root.safe.disable_preemption", "true");
    start(NodeLabel.newInstance("gpu", true));
    addNode(7, 8);
    addNode(4, 8, "gpu");
    MockAM urgent = launch("on", URGENT);
    MockAM there = launch("safe");
    MockAM elsewhere = launch("on");
    Victim safe = new Victim(there, request(TASK, 4, "gpu"));
    Victim spared = new Victim(elsewhere, request(TASK, 4));

    ask(urgent, request(TASK, 2, "gpu"));

    assertThat(servedLater(urgent)).isEmpty();
    assertNothingElseIsStopped(safe, 0);
    assertNothingElseIsStopped(spared, 0);
  }

  @Test
  void roomIsMadeOfAllTypesOfResources() throws Exception {
    knowGpus();
    start();
    addNode(withGpus(9, 16, 2), NO_LABEL);
    MockAM urgent = launch("on", URGENT);
    MockAM onGpus = launch("on");
    MockAM beside = launch("on");
    Victim victim = new Victim(onGpus, request(withGpus(1, 1, 1), 2));
    // Started last, so that they would be stopped first.
    Victim spared = new Victim(beside, request(withGpus(1, 1, 0), 4));

    ask(urgent, request(withGpus(1, 1, 1), 1));
    victim.awaitPreempted(1);
    awaitToEnd(1);
    endAll();

    assertThat(served(urgent, 1)).hasSize(1);
    assertNothingElseIsStopped(spared, 1);
  }

  @Test
  void nothingIsStoppedThatMakesNoRoomOfOneType() throws Exception {
    knowGpus();
    queues.set(PREFIX + "root.safe.disable_preemption", "true");
    start();
    addNode(withGpus(9, 16, 2), NO_LABEL);
    MockAM urgent = launch("on", URGENT);
    MockAM onGpus = launch("safe");
    MockAM beside = launch("on");
    Victim safe = new Victim(onGpus, request(withGpus(1, 1, 1), 2));
    Victim spared = new Victim(beside, request(withGpus(1, 1, 0), 4));

    ask(urgent, request(withGpus(1, 1, 1), 1));

    assertThat(servedLater(urgent)).isEmpty();
    assertNothingElseIsStopped(safe, 0);
    assertNothingElseIsStopped(spared, 0);
  }

  /** Nothing of this one, and of all so many containers. */
  private void assertNothingElseIsStopped(Victim spared, long stopped) throws Exception {
    spared.look();
    assertThat(spared.warned).isEmpty();
    assertThat(spared.preempted).isEmpty();
    assertThat(counters().stopped()).isEqualTo(stopped);
  }

  @Test
  void jobIsHitNoMoreThanSoManyTimesInAWindow() throws Exception {
    settings.put("foresight.preemption.most-per-job", "1");
    start();
    addNode(5, 8);
    addNode(5, 8);
    MockAM first = launch("on", URGENT);
    MockAM second = launch("on", URGENT);
    MockAM one = launch("on");
    MockAM another = launch("on");
    List<Victim> victims = List.of(new Victim(one, 3), new Victim(another, 3));

    for (MockAM urgent : List.of(first, second)) {
      ask(urgent, request(TASK, 1));
      awaitUntil(
          () -> {
            beat();
            endAll();
            for (Victim victim : victims) {
              victim.look();
            }
            return !urgent.schedule().getAllocatedContainers().isEmpty();
          });
    }

    assertThat(victims).allSatisfy(victim -> assertThat(victim.preempted).hasSize(1));
  }

  @Test
  void nothingIsStoppedUnlessTheOperatorSaysSo() throws Exception {
    settings.remove("foresight.preemption");
    settings.put("foresight.queue.root.safe.preemption", "true");
    start();
    addNode(4, 8);
    addNode(4, 8);
    MockAM urgent = launch("on", URGENT);
    MockAM mayLose = launch("safe");
    MockAM other = launch("on");
    Victim victim = new Victim(mayLose, 2);
    Victim spared = new Victim(other, 3);

    ask(urgent, request(TASK, 1));
    victim.awaitPreempted(1);

    spared.look();
    assertThat(spared.warned).isEmpty();
  }

  @Test
  void yarnsOwnMonitorIsWarnedOfAtEachRefresh() throws Exception {
    settings.put(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, "true");
    start();
    try (CapturedLog warnings = CapturedLog.of(ForesightScheduler.class)) {
      refresh();

      assertThat(warnings.text())
          .contains(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS + " is true")
          .contains("disable_preemption");
    }
  }

  private PreemptionCounters.Totals counters() {
    return ((ForesightScheduler) yarn.scheduler()).preemptionCounters().totals();
  }

  private void awaitToEnd(int count) {
    awaitUntil(
        () -> {
          beat();
          return toEnd.size() == count;
        });
  }

  private void endAll() throws Exception {
    for (ContainerId id : List.copyOf(toEnd)) {
      end(id);
    }
    toEnd.clear();
  }

  /** The container's node reports its end. */
  private void end(ContainerId id) throws Exception {
    for (MockNM node : nodes) {
      // Only the node that knows the container minds it.
      node.nodeHeartbeat(
          id.getApplicationAttemptId(), id.getContainerId(), ContainerState.COMPLETE);
    }
    yarn.resourceManager().drainEvents();
  }

  /** A best-effort application, and what it was told of its containers, which all run. */
  private final class Victim {
    private final MockAM master;
    private final Set<ContainerId> warned = new HashSet<>();
    private final Set<ContainerId> preempted = new HashSet<>();
    private final List<Container> allocated = new ArrayList<>();

    Victim(MockAM master, int containers) throws Exception {
      this(master, request(TASK, containers));
    }

    Victim(MockAM master, ResourceRequest request) throws Exception {
      this.master = master;
      ask(master, request);
      for (Container container : served(master, request.getNumContainers())) {
        report(container, ContainerState.RUNNING);
      }
    }

    void look() throws Exception {
      AllocateResponse response = master.schedule();
      PreemptionMessage message = response.getPreemptionMessage();
      if (message != null) {
        message.getContract().getContainers().stream()
            .map(PreemptionContainer::getId)
            .forEach(warned::add);
      }
      for (ContainerStatus status : response.getCompletedContainersStatuses()) {
        assertThat(status.getExitStatus()).isEqualTo(ContainerExitStatus.PREEMPTED);
        assertThat(status.getDiagnostics()).contains("to make room for application_");
        preempted.add(status.getContainerId());
      }
      allocated.addAll(response.getAllocatedContainers());
    }

    void awaitPreempted(int count) {
      awaitUntil(
          () -> {
            beat();
            look();
            return preempted.size() == count;
          });
    }

    boolean isRunning() {
      ApplicationId id = master.getApplicationAttemptId().getApplicationId();
      RMApp app = Objects.requireNonNull(yarn.context().getRMApps().get(id));
      return app.getState() == RMAppState.RUNNING;
    }
  }
}
