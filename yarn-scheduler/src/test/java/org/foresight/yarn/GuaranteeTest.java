package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A queue gets what it is guaranteed, with nothing stopped for it. One that is on gets what it is
 * guaranteed of all types of resources, though two that are off have filled the cluster, one with
 * containers of much memory, the other with containers of many cores: as their tasks end, and in
 * turns of CapacityScheduler's where the end of none leaves room for one of its own. One that is
 * off gets it as the tasks end of one that is on, though that one has more in line.
 */
class GuaranteeTest extends LocalYarn {
  /** In GiB and vcores: as much as three masters and five tasks of each of the others hold. */
  private static final int NODE = 28;

  /** In GiB and vcores, with its master. */
  private static final int GUARANTEE = NODE / 2;

  /** So often a task of each of the two ends. */
  private static final Duration ROUND = Duration.ofSeconds(10);

  private static final int MOST_ROUNDS = 20;

  /** An application that has room as soon as there is some, and whose oldest task ends first. */
  private final class Busy {
    private final MockAM master;
    private final Queue<Container> tasks;

    Busy(MockAM master, int tasks) {
      this.master = master;
      this.tasks = new ArrayDeque<>(served(master, tasks));
    }

    void endOne() throws Exception {
      tasks.addAll(master.schedule().getAllocatedContainers());
      Container oldest = tasks.poll();
      if (oldest != null) {
        report(oldest, ContainerState.COMPLETE);
      }
    }
  }

  GuaranteeTest() {
    super(CountedPlansScheduler.class);
    queues.set(PREFIX + "root.queues", "on,memory,cores");
    for (String queue : List.of("on", "memory", "cores")) {
      queues.set(PREFIX + "root." + queue + ".capacity", queue.equals("on") ? "50" : "25");
      queues.set(PREFIX + "root." + queue + ".maximum-capacity", "100");
      queues.set(PREFIX + "root." + queue + ".user-limit-factor", "10");
    }
    queues.set(PREFIX + "maximum-am-resource-percent", "1");
    settings.put("foresight.queue.root.on.mode", "on");
    settings.put("foresight.cycle-millis", "5");
  }

  /** A slot is one GiB and one vcore. Of two the end of no task of the others leaves as much. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void comesWithTheEndsOfOthersTasks(int slots) throws Exception {
    start();
    addNode(NODE, NODE);
    MockAM master = launch("on");
    MockAM ofMemory = launch("memory");
    MockAM ofCores = launch("cores");
    ask(ofMemory, request(Resource.newInstance(4_096, 1), 1_000_000));
    ask(ofCores, request(Resource.newInstance(1_024, 4), 1_000_000));
    List<Busy> others = List.of(new Busy(ofMemory, 5), new Busy(ofCores, 5));

    ask(master, request(Resource.newInstance(slots * 1_024L, slots), 1_000));

    int guaranteed = (GUARANTEE - 1) / slots;
    int served = 0;
    for (int round = 0; served < guaranteed; round++) {
      assertThat(round).as("rounds; %s of %s", served, guaranteed).isLessThan(MOST_ROUNDS);
      round(others);
      served += master.schedule().getAllocatedContainers().size();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"foresight", "gs-posterior", "fifo", "kairos"})
  void comesToAQueueThatIsOff(String policy) throws Exception {
    settings.put("foresight.policy", policy);
    start();
    addNode(NODE, NODE);
    MockAM master = launch("memory");
    MockAM ofOn = launch("on");
    ask(ofOn, request(Resource.newInstance(1_024, 1), 1_000_000));
    Busy other = new Busy(ofOn, NODE - 2);

    ask(master, request(Resource.newInstance(1_024, 1), 1_000));

    int guaranteed = NODE / 4 - 1;
    int served = 0;
    for (int round = 0; served < guaranteed; round++) {
      assertThat(round).as("rounds; %s of %s", served, guaranteed).isLessThan(MOST_ROUNDS);
      round(List.of(other));
      served += master.schedule().getAllocatedContainers().size();
    }
  }

  /** CapacityScheduler gives it a container at a time, and the plan would start many at once. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void comesToAQueueThatIsOffWhereManyTasksEndAtOnce(boolean asynchronously) throws Exception {
    queues.setBoolean(PREFIX + "schedule-asynchronously.enable", asynchronously);
    start();
    addNode(NODE, NODE);
    MockAM master = launch("memory");
    MockAM ofOn = launch("on");
    ask(ofOn, request(TASK, 1_000_000));
    List<Container> tasks = served(ofOn, NODE - 2);
    ask(master, request(TASK, 1_000));
    int guaranteed = NODE / 4 - 1;
    CountedPlansScheduler.pass(ROUND);
    int before = CountedPlansScheduler.plans();
    awaitUntil(() -> CountedPlansScheduler.plans() > before + 1);

    reportEnds(tasks.subList(0, guaranteed));

    assertThat(served(master, guaranteed)).hasSize(guaranteed);
  }

  /** A task of each of the others ends, and then a plan is made that knows it. */
  private void round(List<Busy> others) throws Exception {
    CountedPlansScheduler.pass(ROUND);
    int before = CountedPlansScheduler.plans();
    for (Busy other : others) {
      other.endOne();
    }
    beat();
    awaitUntil(() -> CountedPlansScheduler.plans() > before);
  }
}
