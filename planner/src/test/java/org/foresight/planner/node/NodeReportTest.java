package org.foresight.planner.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class NodeReportTest {
  private static final NodeReport REPORT =
      NodeReport.working(
          new NodeStatistics(4, 7, 3, 8, 1, 1234.5, 99.25, 2048),
          Optional.of(new HostUse(0.75, 0.125, 12.5, 3.5)),
          ImmutableMap.of(
              "application_1_0001",
              new GroupUse(1.5, OptionalDouble.of(0.25), OptionalDouble.of(4.5)),
              "application_1_0002",
              new GroupUse(0.5, OptionalDouble.empty(), OptionalDouble.empty())));

  @Test
  void arrivesAsItWasSent() {
    assertThat(NodeReport.fromNumbers(REPORT.toNumbers())).contains(REPORT);
    NodeReport idle = NodeReport.of(NodeCondition.NO_CGROUPS, 4);
    assertThat(NodeReport.fromNumbers(idle.toNumbers())).contains(idle);
    NodeReport unknown = NodeReport.of(NodeCondition.NO_CGROUPS);
    assertThat(NodeReport.fromNumbers(unknown.toNumbers())).contains(unknown);
  }

  @Test
  void namesHaveAVersion() {
    assertThat(REPORT.toNumbers().keySet()).allMatch(name -> name.startsWith("foresight.v1."));
  }

  @Test
  void aNodeWithoutAnAgentSendsNone() {
    assertThat(NodeReport.fromNumbers(ImmutableMap.of())).isEmpty();
    assertThat(NodeReport.fromNumbers(ImmutableMap.of("gpu", 1.0f, "foresight.v2.condition", 1.0f)))
        .isEmpty();
  }

  @Test
  void namesOfALaterVersionArePassedOver() {
    Map<String, Float> numbers = new HashMap<>(REPORT.toNumbers());
    numbers.put("foresight.v1.temperature", 40.0f);
    numbers.put("foresight.v2.vcores", 400.0f);

    assertThat(NodeReport.fromNumbers(numbers)).contains(REPORT);
  }

  @Test
  void aReportThatLacksWhatIsNeededLetsNobodySendMore() {
    for (String needed : new String[] {"vcores", "tasks", "task-vcores", "unsuspendable-vcores"}) {
      ImmutableMap<String, Float> numbers =
          ImmutableMap.copyOf(
              Maps.filterKeys(REPORT.toNumbers(), name -> !name.equals("foresight.v1." + needed)));
      assertThat(NodeReport.fromNumbers(numbers).orElseThrow().las()).as(needed).isEmpty();
    }
    Map<String, Float> senseless = new HashMap<>(REPORT.toNumbers());
    senseless.put("foresight.v1.vcores", Float.NaN);
    assertThat(NodeReport.fromNumbers(senseless).orElseThrow().las()).isEmpty();
  }

  @Test
  void whatIsNotNeededMayBeAbsent() {
    Map<String, Float> numbers = new HashMap<>(REPORT.toNumbers());
    numbers
        .keySet()
        .removeIf(name -> name.contains("attained") || name.equals("foresight.v1.disk-mb-s"));

    NodeReport report = NodeReport.fromNumbers(numbers).orElseThrow();
    assertThat(report.las()).contains(new NodeStatistics(4, 7, 3, 8, 1, 0, 0, 2048));
    assertThat(report.host()).isEmpty();
  }

  @Test
  void aGroupWithoutItsCoresIsPassedOver() {
    Map<String, Float> numbers = new HashMap<>(REPORT.toNumbers());
    numbers.remove("foresight.v1.group.application_1_0001.cores");
    numbers.put("foresight.v1.group.application_1_0002.cores", Float.NaN);

    assertThat(NodeReport.fromNumbers(numbers).orElseThrow().groups()).isEmpty();
  }

  @Test
  void anAgentThatDoesNotWorkLetsNobodySendMore() {
    Map<String, Float> numbers = new HashMap<>(REPORT.toNumbers());
    numbers.put("foresight.v1.condition", 99.0f);

    NodeReport report = NodeReport.fromNumbers(numbers).orElseThrow();
    assertThat(report.condition()).isEqualTo(NodeCondition.UNKNOWN);
    assertThat(report.las()).isEmpty();
  }

  @Test
  void codesTellConditionsApart() {
    assertThat(NodeCondition.values()).extracting(NodeCondition::code).doesNotHaveDuplicates();
  }
}
