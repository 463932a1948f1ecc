package org.foresight.kairosyarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foresight.testbed.TestbedParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class YarnSystemTest {
  private static final Path CONF = Path.of("../../conf");

  @ParameterizedTest
  @EnumSource(YarnSystem.class)
  void keysAreThoseThatThereAre(YarnSystem system) throws IOException {
    String foresight = Files.readString(CONF.resolve("foresight-site.xml"));
    String agent = Files.readString(CONF.resolve("yarn-site-nodemanager.xml"));

    assertThat(system.keys(Mix.UNIFORM, Scale.FULL).keySet())
        .allMatch(key -> foresight.contains("<name>" + key + "</name>"));
    assertThat(system.agentKeys(1).keySet())
        .allMatch(key -> agent.contains("<name>" + key + "</name>"));
  }

  @Test
  void fifoIsHadoopAlone() {
    TestbedParameters testbed = testbed(YarnSystem.FIFO);

    assertThat(testbed.foresight()).isEmpty();
    assertThat(testbed.agent()).isEmpty();
    assertThat(testbed.offeredVcores()).isEqualTo(Scale.CORES);
  }

  @Test
  void underKairosANodeTakesFourTasksMoreThanItHasCores() {
    TestbedParameters testbed = testbed(YarnSystem.KAIROS);

    assertThat(testbed.vcores()).isEqualTo(2);
    assertThat(testbed.offeredVcores()).isEqualTo(6);
    assertThat(testbed.memoryMb()).isEqualTo(6 * 1_024);
    assertThat(testbed.agent()).containsEntry("foresight.agent.quantum-millis", "77");
    assertThat(testbed.foresight().orElseThrow())
        .containsEntry("foresight.policy", "kairos")
        .containsEntry("foresight.history.dir", "/history");
  }

  @Test
  void theSharesOfTwoClassesAreThoseOfTheMix() {
    assertThat(YarnSystem.BIGC.keys(Mix.HEAVY_TAILED, Scale.FULL))
        .containsEntry("foresight.bigc.short-percent", "95");
    assertThat(YarnSystem.BIGC.keys(Mix.UNIFORM, Scale.FULL))
        .containsEntry("foresight.bigc.short-percent", "70");
  }

  private static TestbedParameters testbed(YarnSystem system) {
    return system.testbed(Mix.HEAVY_TAILED, Scale.FULL, 77, Path.of("/history"));
  }
}
