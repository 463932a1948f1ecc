package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * Two ResourceManagers of which one at a time is active, with the same store of applications and
 * the same history.
 */
record ResourceManagerPair(LocalResourceManager first, LocalResourceManager second)
    implements AutoCloseable {

  /**
   * Starts two that stand by.
   *
   * @param folder of all that they keep
   * @param history the folder of what they learn
   * @param modes settings of Foresight's
   */
  static ResourceManagerPair start(Path folder, Path history, Map<String, String> modes)
      throws Exception {
    LocalResourceManager first = start("rm1", folder, history, modes);
    try {
      return new ResourceManagerPair(first, start("rm2", folder, history, modes));
    } catch (Exception | Error e) {
      first.close();
      throw e;
    }
  }

  private static LocalResourceManager start(
      String id, Path folder, Path history, Map<String, String> modes) throws Exception {
    Map<String, String> settings = new HashMap<>(modes);
    settings.put("foresight.cycle-millis", "5");
    settings.put(WatchedScheduler.SHARED_HISTORY, history.toUri().toString());
    settings.put(YarnConfiguration.RM_HA_ENABLED, "true");
    settings.put(YarnConfiguration.RM_HA_IDS, "rm1,rm2");
    settings.put(YarnConfiguration.RM_HA_ID, id);
    settings.put(YarnConfiguration.AUTO_FAILOVER_ENABLED, "false");
    for (String key : YarnConfiguration.getServiceAddressConfKeys(new Configuration(false))) {
      for (String each : List.of("rm1", "rm2")) {
        settings.put(HAUtil.addSuffix(key, each), "localhost:0");
      }
    }
    return LocalResourceManager.start(
        WatchedScheduler.class,
        QueueFiles.twoQueues(folder),
        Set.of(),
        RestartTest.recovering(folder, settings));
  }

  static LocalResourceManager activate(LocalResourceManager yarn) throws Exception {
    yarn.activate();
    assertThat(yarn.context().getHAServiceState()).isEqualTo(HAServiceState.ACTIVE);
    return yarn;
  }

  LocalResourceManager otherThan(LocalResourceManager one) {
    return one == first ? second : first;
  }

  @Override
  public void close() {
    first.close();
    second.close();
  }
}
