package org.foresight.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.foresight.planner.node.LasSettings;
import org.junit.jupiter.api.Test;

class AgentSettingsTest {
  private final Configuration conf = new Configuration(false);

  @Test
  void hasDefaults() {
    AgentSettings settings = AgentSettings.read(conf);

    assertThat(settings)
        .isEqualTo(
            new AgentSettings(
                AgentKeys.CpuControl.AUTO,
                AgentKeys.Suspends.MARKED,
                50_000,
                3,
                1,
                LasSettings.Service.UNSUSPENDED_TIME,
                0,
                0.05,
                Optional.empty(),
                Optional.empty()));
    assertThat(settings.las(8).vcores()).isEqualTo(8);
  }

  @Test
  void readsWhatIsGiven() {
    conf.set("foresight.agent.vcores", " 2 ");
    conf.set("foresight.agent.suspends", "all");
    conf.set("foresight.agent.cgroup", "/foresight");

    AgentSettings settings = AgentSettings.read(conf);
    assertThat(settings.las(8).vcores()).isEqualTo(2);
    assertThat(settings.suspends()).isEqualTo(AgentKeys.Suspends.ALL);
    assertThat(settings.cgroup()).contains("/foresight");
  }

  @Test
  void saysAllThatIsWrong() {
    conf.set("foresight.agent.quantum-millis", "soon");
    conf.set("foresight.agent.minimum-percent", "0");
    conf.set("foresight.agent.cgruop", "/foresight");
    conf.set("foresight.mode", "on"); // The ResourceManager's.

    assertThatThrownBy(() -> AgentSettings.read(conf))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("(soon) of foresight.agent.quantum-millis")
        .hasMessageContaining("(0) of foresight.agent.minimum-percent")
        .hasMessageContaining("There is no key foresight.agent.cgruop")
        .hasMessageNotContaining("foresight.mode");
  }

  @Test
  void everyKeyIsDescribedAndItsDefaultAccepted() {
    assertThat(AgentKeys.ALL).extracting(AgentKey::name).doesNotHaveDuplicates();
    assertThat(AgentKeys.ALL)
        .allSatisfy(
            key -> {
              assertThat(key.name()).startsWith(AgentKeys.PREFIX);
              assertThat(key.description()).endsWith(".").doesNotContain("  ").doesNotContain("|");
              assertThat((Object) key.parser().apply(key.defaultText())).isNotNull();
            });
  }
}
