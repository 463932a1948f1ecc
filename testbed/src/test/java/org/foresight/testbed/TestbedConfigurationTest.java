package org.foresight.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestbedConfigurationTest {
  private static final TestbedParameters SMALL =
      TestbedParameters.DEFAULTS.withSize(2, 3, 4_096).withOfferedVcores(5);
  private static final List<String> MANAGER =
      List.of(
          YarnConfiguration.RM_ADDRESS,
          YarnConfiguration.RM_SCHEDULER_ADDRESS,
          YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
          YarnConfiguration.RM_ADMIN_ADDRESS,
          YarnConfiguration.RM_WEBAPP_ADDRESS);
  private static final List<String> NODE =
      List.of(
          YarnConfiguration.NM_ADDRESS,
          YarnConfiguration.NM_LOCALIZER_ADDRESS,
          YarnConfiguration.NM_WEBAPP_ADDRESS);

  private final TestbedFolder folder;

  TestbedConfigurationTest(@TempDir Path temporary) throws IOException {
    folder = TestbedFolder.create(temporary.resolve("testbed"));
  }

  @Test
  void everyAddressIsAPortOfItsOwnOnThisMachine() throws IOException {
    write(SMALL);

    Configuration manager = TestbedConfiguration.read(folder);
    assertThat(
            Stream.concat(
                MANAGER.stream().map(manager::get),
                Stream.of("nodemanager-1", "nodemanager-2")
                    .flatMap(name -> NODE.stream().map(node(name)::get))))
        .hasSize(11)
        .doesNotHaveDuplicates()
        .allMatch(address -> address.matches("127\\.0\\.0\\.1:[1-9]\\d*"));
    for (String key : MANAGER) {
      assertThat(node("nodemanager-2").get(key)).as(key).isEqualTo(manager.get(key));
    }
  }

  @Test
  void theWebPortMayBeChosen() throws IOException {
    write(SMALL.withWebPort(8088));

    assertThat(TestbedConfiguration.read(folder).get(YarnConfiguration.RM_WEBAPP_ADDRESS))
        .isEqualTo("127.0.0.1:8088");
  }

  @Test
  void theAgentIsWhatTheExampleSays() throws IOException {
    write(SMALL.withScheduler(true, Optional.of(ImmutableMap.of())));

    Configuration node = node("nodemanager-1");
    assertThat(node.get(YarnConfiguration.NM_AUX_SERVICES)).isEqualTo("foresight_agent");
    assertThat(node.get("yarn.nodemanager.aux-services.foresight_agent.class"))
        .isEqualTo("org.foresight.agent.ForesightNodeService");
    assertThat(node.get("yarn.nodemanager.container-state-transition-listener.classes"))
        .isEqualTo("org.foresight.agent.ContainerListener");
    assertThat(node.get("foresight.agent.vcores")).isEqualTo("3");
    assertThat(node.get(YarnConfiguration.NM_VCORES)).isEqualTo("5");
    assertThat(node.get(YarnConfiguration.NM_PMEM_MB)).isEqualTo("4096");
    assertThat(node.get("foresight.agent.cgroup"))
        .isNotEqualTo(node("nodemanager-2").get("foresight.agent.cgroup"));
  }

  @Test
  void theAgentMayHaveOtherKeys() throws IOException {
    write(
        SMALL
            .withScheduler(true, Optional.of(ImmutableMap.of()))
            .withAgent(ImmutableMap.of("foresight.agent.quantum-millis", "1250")));

    assertThat(node("nodemanager-2").get("foresight.agent.quantum-millis")).isEqualTo("1250");
  }

  @Test
  void hostsListenOnTheirOwnNameAndFindTheResourceManagerByIts() throws IOException {
    write(SMALL.withScheduler(true, Optional.of(ImmutableMap.of())), TestbedAddresses.ofHosts());

    Configuration manager = TestbedConfiguration.read(folder);
    Configuration node = node("nodemanager");
    assertThat(MANAGER.stream().map(manager::get))
        .containsExactly(
            "resourcemanager:8032",
            "resourcemanager:8030",
            "resourcemanager:8031",
            "resourcemanager:8033",
            "resourcemanager:8088");
    assertThat(MANAGER).allMatch(key -> manager.get(key).equals(node.get(key)));
    assertThat(NODE.stream().map(node::getRaw))
        .containsExactly(
            "${env.HOSTNAME:-0.0.0.0}:8041",
            "${env.HOSTNAME:-0.0.0.0}:8040",
            "${env.HOSTNAME:-0.0.0.0}:8042");
    assertThat(node.get("foresight.agent.cgroup", ""))
        .as("below that of the NodeManager, which nobody shares")
        .isEmpty();
  }

  @Test
  void withoutForesightNothingNamesIt() throws IOException {
    write(SMALL);

    assertThat(folder.nodeConf("nodemanager-1").resolve("yarn-site.xml"))
        .content()
        .doesNotContain("foresight.agent")
        .doesNotContain("foresight_agent");
    assertThat(TestbedConfiguration.read(folder).get(YarnConfiguration.RM_SCHEDULER))
        .endsWith(".CapacityScheduler");
    assertThat(
            TestbedConfiguration.read(folder).getBoolean(YarnConfiguration.RECOVERY_ENABLED, true))
        .isFalse();
  }

  @Test
  void stateIsKeptInItsFolderWhereTheResourceManagerIsToRecover() throws IOException {
    write(SMALL.withRecovery());

    Configuration manager = TestbedConfiguration.read(folder);
    assertThat(manager.getBoolean(YarnConfiguration.RECOVERY_ENABLED, false)).isTrue();
    assertThat(manager.get(YarnConfiguration.RM_STORE)).endsWith(".LeveldbRMStateStore");
    assertThat(manager.get(YarnConfiguration.RM_LEVELDB_STORE_PATH))
        .isEqualTo(folder.root().resolve("state").toString());
    // Else nodes look for it only each half a minute.
    assertThat(
            node("nodemanager-1")
                .getLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, 0))
        .isEqualTo(1_000);
  }

  private void write(TestbedParameters parameters) throws IOException {
    write(parameters, TestbedAddresses.onThisMachine(parameters.nodes(), parameters.webPort()));
  }

  private void write(TestbedParameters parameters, TestbedAddresses addresses) throws IOException {
    TestbedConfiguration.write(parameters, addresses, folder, new ForesightBuild(Path.of("..")));
  }

  private Configuration node(String name) {
    return TestbedConfiguration.readNode(folder, name);
  }
}
