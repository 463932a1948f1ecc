package org.foresight.cli.status;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.kerby.kerberos.kerb.KrbException;
import org.apache.kerby.kerberos.kerb.client.KrbClient;
import org.apache.kerby.kerberos.kerb.client.KrbConfig;

/**
 * A Kerberos in this process. While it is open, Hadoop in this process goes by it, and the process
 * is logged in as the daemons. One at a time.
 */
final class KerberosRealm implements AutoCloseable {
  private final MiniKdc kdc;
  private final Path keytab;

  private KerberosRealm(MiniKdc kdc, Path keytab) {
    this.kdc = kdc;
    this.keytab = keytab;
  }

  /**
   * Starts one.
   *
   * @param folder for its files
   * @param daemon the principal of YARN's daemons, without the realm
   * @param others further principals
   */
  static KerberosRealm start(Path folder, String daemon, String... others) throws Exception {
    MiniKdc kdc = new MiniKdc(MiniKdc.createConf(), folder.toFile());
    kdc.start();
    KerberosRealm realm = new KerberosRealm(kdc, folder.resolve("keytab"));
    try {
      String[] all = new String[others.length + 1];
      all[0] = daemon;
      System.arraycopy(others, 0, all, 1, others.length);
      kdc.createPrincipal(realm.keytab.toFile(), all);
      Configuration conf = new Configuration(false);
      conf.set("hadoop.security.authentication", "kerberos");
      UserGroupInformation.setConfiguration(conf);
      UserGroupInformation.loginUserFromKeytab(realm.principal(daemon), realm.keytab.toString());
      return realm;
    } catch (Exception e) {
      realm.close();
      throw e;
    }
  }

  /** With the realm. */
  String principal(String name) {
    return name + "@" + kdc.getRealm();
  }

  /** The keys of all principals. */
  Path keytab() {
    return keytab;
  }

  /** What a process of this realm has to read. */
  Path configuration() {
    return kdc.getKrb5conf().toPath();
  }

  /** Logs in by the keytab. */
  UserGroupInformation login(String user) throws IOException {
    return UserGroupInformation.loginUserFromKeytabAndReturnUGI(principal(user), keytab.toString());
  }

  /** What {@code kinit} does: leaves a ticket of the user in a file. */
  void kinit(String user, Path cache) throws KrbException {
    KrbClient client = new KrbClient(new KrbConfig());
    client.setKdcRealm(kdc.getRealm());
    client.setKdcHost(kdc.getHost());
    client.setKdcTcpPort(kdc.getPort());
    client.setAllowUdp(false);
    client.init();
    client.storeTicket(client.requestTgt(principal(user), keytab.toFile()), cache.toFile());
  }

  @Override
  public void close() {
    kdc.stop();
    UserGroupInformation.reset();
    UserGroupInformation.setConfiguration(new Configuration(false));
  }
}
