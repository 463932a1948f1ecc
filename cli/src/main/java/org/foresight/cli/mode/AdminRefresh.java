package org.foresight.cli.mode;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.client.cli.RMAdminCLI;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.foresight.cli.support.ConfigurationFolder;

/**
 * Is {@code yarn rmadmin -refreshQueues}, with its logins and failovers; what it says of errors
 * goes to standard error.
 */
public final class AdminRefresh implements QueueRefresh {

  /** Whoever is in trouble is to know soon. Hadoop tries for a quarter of an hour. */
  private static final long PATIENCE_MILLIS = 15_000;

  private static final long RETRY_MILLIS = 1_000;

  @Override
  public void refresh(ConfigurationFolder folder) throws IOException {
    Configuration conf = new YarnConfiguration();
    conf.addResource(folder.read(ConfigurationFolder.CORE_SITE, ConfigurationFolder.YARN_SITE));
    conf.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, PATIENCE_MILLIS);
    conf.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, RETRY_MILLIS);
    int exit;
    try {
      exit = new RMAdminCLI(conf).run(new String[] {"-refreshQueues"});
    } catch (IOException e) {
      throw e;
    } catch (Exception e) { // What the interface of Hadoop's tools declares.
      throw new IOException(e);
    }
    if (exit != 0) {
      throw new IOException("yarn rmadmin -refreshQueues has ended with " + exit + ".");
    }
  }
}
