package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.common.collect.ImmutableMap;
import java.util.HashMap;
import java.util.Map;
import org.foresight.planner.policy.CapacityQueues.Ordering;
import org.foresight.planner.policy.CapacityQueues.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacityQueuesTest {

  private static final String PREFIX = "yarn.scheduler.capacity.";

  private static final ImmutableMap<String, String> TREE =
      ImmutableMap.<String, String>builder()
          .put(PREFIX + "root.queues", "prod, dev")
          .put(PREFIX + "root.prod.capacity", "60")
          .put(PREFIX + "root.dev.capacity", "40")
          .put(PREFIX + "root.dev.maximum-capacity", "75.5")
          .put(PREFIX + "root.dev.queues", "eng,adhoc")
          .put(PREFIX + "root.dev.eng.capacity", "80")
          .put(PREFIX + "root.dev.adhoc.capacity", "20")
          .put(PREFIX + "root.dev.adhoc.ordering-policy", "fair")
          .put(PREFIX + "root.dev.adhoc.minimum-user-limit-percent", "25")
          .put(PREFIX + "root.dev.adhoc.user-limit-factor", "-1")
          .put(PREFIX + "root.dev.adhoc.maximum-am-resource-percent", "0.5")
          .buildOrThrow();

  @Test
  void readsTheTreeAndItsSettings() {
    CapacityQueues queues = CapacityQueues.parse(TREE);

    assertThat(queues.leaves())
        .extracting(Queue::path)
        .containsExactly("root.prod", "root.dev.eng", "root.dev.adhoc");
    Queue dev = queues.root().children().get(1);
    assertThat(dev.isLeaf()).isFalse();
    assertThat(dev.capacityPercent()).isEqualTo(40);
    assertThat(dev.maximumPercent()).isEqualTo(75.5);
    Queue adhoc = queues.leaf("adhoc");
    assertThat(adhoc.ordering()).isEqualTo(Ordering.FAIR);
    assertThat(adhoc.minimumUserLimitPercent()).isEqualTo(25);
    assertThat(adhoc.userLimitFactor()).isEqualTo(-1);
    assertThat(adhoc.masterShare()).isEqualTo(0.5);
  }

  @Test
  void whatIsNotSetIsAsInHadoop() {
    CapacityQueues queues = CapacityQueues.parse(TREE);
    Queue prod = queues.leaf("root.prod");

    assertThat(prod.maximumPercent()).isEqualTo(100);
    assertThat(prod.minimumUserLimitPercent()).isEqualTo(100);
    assertThat(prod.userLimitFactor()).isEqualTo(1);
    assertThat(prod.masterShare()).isEqualTo(0.1);
    assertThat(prod.ordering()).isEqualTo(Ordering.FIFO);
    assertThat(queues.dominant()).isFalse();
    assertThat(queues.minimumMemoryMib()).isEqualTo(1024);
    assertThat(queues.minimumVcores()).isEqualTo(1);
    assertThat(queues.harmless()).isEmpty();
    assertThat(queues.consequential()).isEmpty();
  }

  @Test
  void whatIsSetForAllQueuesIsTheDefaultOfEach() {
    CapacityQueues queues =
        CapacityQueues.parse(
            with(
                TREE,
                PREFIX + "minimum-user-limit-percent",
                "50",
                PREFIX + "user-limit-factor",
                "2",
                PREFIX + "maximum-am-resource-percent",
                "0.3",
                PREFIX + "resource-calculator",
                "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator",
                "yarn.scheduler.minimum-allocation-mb",
                "256",
                PREFIX + "root.prod.acl_submit_applications",
                "*"));

    assertThat(queues.leaf("prod").minimumUserLimitPercent()).isEqualTo(50);
    assertThat(queues.leaf("prod").userLimitFactor()).isEqualTo(2);
    assertThat(queues.leaf("prod").masterShare()).isEqualTo(0.3);
    assertThat(queues.leaf("adhoc").minimumUserLimitPercent()).isEqualTo(25);
    assertThat(queues.dominant()).isTrue();
    assertThat(queues.minimumMemoryMib()).isEqualTo(256);
    assertThat(queues.harmless()).containsExactly(PREFIX + "root.prod.acl_submit_applications");
  }

  @ParameterizedTest
  @CsvSource({
    "root.queues, '', 'The value (none) of root.queues must be the names of root''s queues,'",
    "root.queues, 'dev,dev', 'The value (dev,dev) of root.queues must be names of queues, each'",
    "root.queues, 'dev.eng,prod', 'The value (dev.eng,prod) of root.queues must be names without'",
    "root.prod.capacity, 50, 'The value (prod, dev) of root.queues must be queues whose"
        + " capacities sum up to 100, not 90.0.'",
    "root.prod.capacity, 6w, 'The value (6w) of root.prod.capacity must be a percentage from 0'",
    "root.prod.capacity, 101, 'The value (101) of root.prod.capacity must be a percentage'",
    "root.prod.capacity, NaN, 'The value (NaN) of root.prod.capacity must be a percentage'",
    "root.dev.maximum-capacity, 39, 'The value (39) of root.dev.maximum-capacity must be at"
        + " least the queue''s capacity, 40.0.'",
    "root.prod.ordering-policy, lifo, 'The value (lifo) of root.prod.ordering-policy must be"
        + " fifo or fair.'",
    "root.dev.ordering-policy, fifo, 'The value (fifo) of root.dev.ordering-policy must be"
        + " utilization or priority-utilization, since the queue has queues below it;'",
    "root.prod.state, DRAINING, 'The value (DRAINING) of root.prod.state must be RUNNING or"
        + " STOPPED.'",
    "root.prod.user-limit-factor, -0.5, 'The value (-0.5) of root.prod.user-limit-factor must be"
        + " a number not below 0, or -1 for no limit.'",
    "root.prod.minimum-user-limit-percent, 0, 'The value (0) of"
        + " root.prod.minimum-user-limit-percent must be above 0, at most 100.'",
    "root.prod.maximum-am-resource-percent, -0.1, 'The value (-0.1) of"
        + " root.prod.maximum-am-resource-percent must be a part of the queue, 0 or more.'",
    "resource-calculator, Mine, 'The value (Mine) of resource-calculator must be the class name'",
  })
  void badValuesAreRefusedWithKeyValueAndWhatIsAccepted(String key, String value, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CapacityQueues.parse(with(TREE, PREFIX + key, value)))
        .satisfies(
            e ->
                assertThat(String.valueOf(e.getMessage()).replace(PREFIX, "")).startsWith(message));
  }

  @Test
  void whatWouldChangeAClustersResultsIsToldFromWhatIsHarmless() {
    CapacityQueues queues =
        CapacityQueues.parse(
            with(
                TREE,
                PREFIX + "root.prod.state",
                "STOPPED",
                PREFIX + "root.dev.state",
                "running",
                PREFIX + "root.dev.accessible-node-labels",
                "*",
                PREFIX + "root.dev.accessible-node-labels.gpu.capacity",
                "100",
                PREFIX + "root.dev.accessible-node-labels.gpu.acl_submit_applications",
                "*",
                PREFIX + "root.dev.default-node-label-expression",
                " ",
                PREFIX + "root.dev.adhoc.ordering-policy.fair.enable-size-based-weight",
                "true",
                PREFIX + "maximum-applications",
                "10000",
                PREFIX + "root.dev.maximum-applications",
                "20",
                PREFIX + "root.dev.maximum-application-lifetime",
                "-1",
                PREFIX + "queue-mappings",
                "u:ann:dev"));

    assertThat(queues.consequential().stream().map(text -> text.replace(PREFIX, "")))
        .containsExactly(
            "a queue that is stopped takes no jobs: root.prod.state (STOPPED)",
            "nodes with a label are shared out by capacities of their own, among the queues that"
                + " may use it; here by the plain capacities, among all queues:"
                + " root.dev.accessible-node-labels (*),"
                + " root.dev.accessible-node-labels.gpu.capacity (100)",
            "jobs are put in queues by rules; here they stay in those that they name:"
                + " queue-mappings (u:ann:dev)",
            "a job is refused or held back where there are too many:"
                + " root.dev.maximum-applications (20)",
            "some jobs, users or queues weigh more than others:"
                + " root.dev.adhoc.ordering-policy.fair.enable-size-based-weight (true)");
    assertThat(queues.harmless().stream().map(key -> key.replace(PREFIX, "")))
        .containsExactly(
            "maximum-applications",
            "root.dev.accessible-node-labels.gpu.acl_submit_applications",
            "root.dev.default-node-label-expression",
            "root.dev.maximum-application-lifetime",
            "root.dev.state");
  }

  @Test
  void aQueueRunsOnlyUnderOneThatRuns() {
    Map<String, String> stopped = with(TREE, PREFIX + "root.dev.state", "STOPPED");
    assertThat(CapacityQueues.parse(stopped).leaves()).hasSize(3);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> CapacityQueues.parse(with(stopped, PREFIX + "root.dev.eng.state", "RUNNING")))
        .withMessageContaining(
            "root.dev.eng.state must be STOPPED, or not set, as the queue above");
  }

  @Test
  void aFractionOfTheSmallestContainerIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> CapacityQueues.parse(with(TREE, "yarn.scheduler.minimum-allocation-mb", "1.5")))
        .withMessage(
            "The value (1.5) of yarn.scheduler.minimum-allocation-mb must be a whole number of at"
                + " least 1.");
  }

  @Test
  void aQueueIsFoundByItsPathAndByANameThatIsItsAlone() {
    CapacityQueues queues =
        CapacityQueues.parse(
            ImmutableMap.of(
                PREFIX + "root.queues", "a,b",
                PREFIX + "root.a.capacity", "50",
                PREFIX + "root.b.capacity", "50",
                PREFIX + "root.a.queues", "x,only",
                PREFIX + "root.a.x.capacity", "50",
                PREFIX + "root.a.only.capacity", "50",
                PREFIX + "root.b.queues", "x",
                PREFIX + "root.b.x.capacity", "100"));

    assertThat(queues.leaf("root.a.only").path()).isEqualTo("root.a.only");
    assertThat(queues.leaf("only").path()).isEqualTo("root.a.only");
    assertThat(queues.leaf("root.b.x").path()).isEqualTo("root.b.x");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> queues.leaf("x"))
        .withMessage(
            "The queue (x) must be one of root.a.x, root.a.only, root.b.x; more than one has this"
                + " name.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> queues.leaf("root.a"))
        .withMessage("The queue (root.a) must be one of root.a.x, root.a.only, root.b.x.");
  }

  private static Map<String, String> with(Map<String, String> properties, String... more) {
    Map<String, String> all = new HashMap<>(properties);
    for (int i = 0; i < more.length; i += 2) {
      all.put(more[i], more[i + 1]);
    }
    return all;
  }
}
