package org.foresight.cli.status;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.foresight.cli.support.WebAddress;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which ResourceManager is asked, and as whom. */
final class ResourceManagerOption {

  private static final String PREFIX = "yarn.resourcemanager.";
  private static final String DEFAULT = "http://localhost:8088";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--rm",
      paramLabel = "URL",
      description =
          "The web address of the ResourceManager, such as http://host:8088 (default: what"
              + " yarn-site.xml in $HADOOP_CONF_DIR says, else http://localhost:8088).")
  private @Nullable String address;

  @Option(
      names = "--as",
      paramLabel = "USER",
      description =
          "Who asks, where the ResourceManager believes what it is told (without Kerberos).")
  private @Nullable String user;

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  ResourceManagerOption() {}

  /** Asks it; where there are several, those that follow one that cannot be reached. */
  ResourceManagerClient client() {
    if (address != null) {
      WebAddress.check(spec, "--rm", address);
      return new ResourceManagerClient(ImmutableList.of(address), user);
    }
    String folder = System.getenv("HADOOP_CONF_DIR");
    return new ResourceManagerClient(
        folder == null ? ImmutableList.of(DEFAULT) : configured(Path.of(folder)), user);
  }

  /** The web addresses that a folder of configuration names. */
  static ImmutableList<String> configured(Path folder) {
    Path site = folder.resolve("yarn-site.xml");
    if (!Files.isReadable(site)) {
      return ImmutableList.of(DEFAULT);
    }
    Configuration conf = new Configuration(false);
    conf.addResource(new org.apache.hadoop.fs.Path(site.toUri()));
    boolean secure = conf.get("yarn.http.policy", "").equals("HTTPS_ONLY");
    if (!conf.getBoolean(PREFIX + "ha.enabled", false)) {
      return ImmutableList.of(address(conf, secure, ""));
    }
    ImmutableList.Builder<String> all = ImmutableList.builder();
    for (String id : Splitter.on(',').trimResults().split(conf.get(PREFIX + "ha.rm-ids", ""))) {
      all.add(address(conf, secure, id.isEmpty() ? "" : "." + id));
    }
    return all.build();
  }

  private static String address(Configuration conf, boolean secure, String suffix) {
    String key = PREFIX + (secure ? "webapp.https.address" : "webapp.address");
    String host = conf.get(PREFIX + "hostname" + suffix, "localhost");
    String given = conf.get(key + suffix, host + (secure ? ":8090" : ":8088"));
    return (secure ? "https://" : "http://") + given;
  }
}
