package org.foresight.testbed;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.client.api.YarnClient;

/**
 * One {@link YarnClient} for each user of a workload, made when first asked for.
 *
 * <p>Thread-safe, as are the clients.
 */
final class YarnClients implements AutoCloseable {

  private final Configuration conf;
  private final Map<String, YarnClient> clients = new HashMap<>();

  YarnClients(Configuration conf) {
    this.conf = conf;
  }

  /** The client that acts as the given user. */
  synchronized YarnClient of(String user) throws IOException, InterruptedException {
    YarnClient client = clients.get(user);
    if (client == null) {
      client = connect(user);
      clients.put(user, client);
    }
    return client;
  }

  private YarnClient connect(String user) throws IOException, InterruptedException {
    // The user is bound to the client when it connects, not when it is called.
    PrivilegedExceptionAction<YarnClient> connect =
        () -> {
          YarnClient client = YarnClient.createYarnClient();
          client.init(conf);
          client.start();
          return client;
        };
    return UserGroupInformation.createRemoteUser(user).doAs(connect);
  }

  @Override
  public synchronized void close() {
    clients.values().forEach(YarnClient::stop);
    clients.clear();
  }
}
