package org.foresight.cli.mode;

import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.client.cli.RMAdminCLI;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.foresight.cli.status.ResourceManagerClient;
import org.foresight.cli.support.ConfigurationFolder;

/**
 * Is {@code yarn rmadmin -refreshQueues}, with its logins and failovers; what it says of errors
 * goes to standard error. Whoever is in trouble is to know soon: Hadoop would try for a quarter of
 * an hour to reach a ResourceManager, and wait for minutes for one that hangs.
 */
public final class AdminRefresh implements QueueRefresh {

  private static final Duration LONGEST = Duration.ofSeconds(15);

  /** For so long somebody is looked for who listens, such as one that has just started. */
  private static final long CONNECT_MILLIS = 10_000;

  private static final long RETRY_MILLIS = 1_000;

  /** Of several one may hang; the next one is to be asked as well. */
  private static final int EACH_MILLIS = 6_000;

  private static final Duration ASKED_FOR_MODES = Duration.ofSeconds(5);

  private final Duration longest;

  /** With as much patience as somebody in trouble has. */
  public AdminRefresh() {
    this(LONGEST);
  }

  /**
   * @param longest how long it may take in all
   */
  AdminRefresh(Duration longest) {
    this.longest = longest;
  }

  @Override
  public Duration longest() {
    return longest;
  }

  @Override
  public void refresh(ConfigurationFolder folder) throws IOException {
    Configuration conf = new YarnConfiguration();
    conf.addResource(folder.read(ConfigurationFolder.CORE_SITE, ConfigurationFolder.YARN_SITE));
    // Hadoop would look for these files on the class path to know whether there is Kerberos.
    UserGroupInformation.setConfiguration(conf);
    conf.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, CONNECT_MILLIS);
    conf.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, RETRY_MILLIS);
    // Each of these tries would be ten more, a second apart.
    conf.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 0);
    if (HAUtil.isHAEnabled(conf)) {
      conf.setInt(CommonConfigurationKeys.IPC_CLIENT_RPC_TIMEOUT_KEY, EACH_MILLIS);
    }
    FutureTask<Integer> asked =
        new FutureTask<>(() -> new RMAdminCLI(conf).run(new String[] {"-refreshQueues"}));
    Thread asking = new Thread(asked, "refresh-queues");
    asking.setDaemon(true);
    asking.start();
    int exit = answer(asked);
    if (exit != 0) {
      throw new IOException("yarn rmadmin -refreshQueues has ended with " + exit + ".");
    }
  }

  @Override
  public Optional<String> modes(ConfigurationFolder folder) throws InterruptedIOException {
    try {
      String modes =
          ResourceManagerClient.inHaste(folder.folder(), ASKED_FOR_MODES)
              .get("", ImmutableMap.of())
              .path("modes")
              .asText();
      return Optional.of(modes).filter(said -> !said.isEmpty());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted.");
    } catch (IOException e) {
      return Optional.empty(); // The doctor says more.
    }
  }

  private int answer(FutureTask<Integer> asked) throws IOException {
    try {
      return asked.get(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException("there was no answer within " + longest.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted.");
    } finally {
      boolean unused = asked.cancel(true); // It has ended, or nobody waits for it any more.
    }
  }
}
