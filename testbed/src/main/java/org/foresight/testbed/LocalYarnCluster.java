package org.foresight.testbed;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.util.ExitUtil;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.foresight.predictor.Counts;
import org.jspecify.annotations.Nullable;

/**
 * A YARN in this process: a real ResourceManager and real NodeManagers that start real container
 * processes.
 *
 * <p>Has the leaf queues {@code root.production} and {@code root.adhoc}, each guaranteed half of
 * the cluster and free to use all of it. Vcores count (DominantResourceCalculator). Hadoop's log
 * goes to {@link #logFile()}.
 *
 * <p>A JVM that ends, as by Ctrl-C, closes its cluster first.
 *
 * <p>Run one at a time in a JVM: Hadoop's metrics, its log configuration, its local file system and
 * its decision to end the JVM on fatal errors, which this class turns off, are static.
 *
 * <p>Thread-safe.
 */
public final class LocalYarnCluster implements AutoCloseable {

  /** Names of the leaf queues, all below root. */
  public static final ImmutableList<String> QUEUES = ImmutableList.of("production", "adhoc");

  private static final String TEST_FOLDER_PROPERTY = "test.build.data";
  private static final long NODES_TIMEOUT_MILLIS = 60_000;

  private final LocalYarnParameters parameters;
  private final Path workFolder;
  private final EmbeddedYarn yarn;

  /** None until it is about to boot. */
  private volatile @Nullable ShutdownHook hook;

  private boolean closed;

  private LocalYarnCluster(LocalYarnParameters parameters, Path workFolder, EmbeddedYarn yarn) {
    this.parameters = parameters;
    this.workFolder = workFolder;
    this.yarn = yarn;
  }

  /**
   * Boots a cluster and waits until all its nodes have registered.
   *
   * @throws IOException if the work folder cannot be made or YARN does not start
   */
  public static LocalYarnCluster start(LocalYarnParameters parameters)
      throws IOException, InterruptedException {
    Path folder =
        parameters.workFolder().isPresent()
            ? Files.createDirectories(parameters.workFolder().get())
            : Files.createTempDirectory("foresight-yarn-");
    HadoopLogging.toFile(logFile(folder));
    ExitUtil.disableSystemExit();
    ExitUtil.disableSystemHalt();
    LocalYarnCluster cluster =
        new LocalYarnCluster(parameters, folder, newYarn(parameters.nodes(), folder));
    try {
      cluster.hook = ShutdownHook.add("local-yarn-shutdown", cluster::close);
      cluster.boot();
      return cluster;
    } catch (IOException | RuntimeException | InterruptedException e) {
      cluster.close();
      throw e;
    }
  }

  private static EmbeddedYarn newYarn(int nodes, Path folder) {
    // MiniYARNCluster takes its folder from a system property and reads it in its constructor.
    String before = System.getProperty(TEST_FOLDER_PROPERTY);
    System.setProperty(TEST_FOLDER_PROPERTY, folder.toAbsolutePath().toString());
    try {
      return new EmbeddedYarn(nodes);
    } finally {
      if (before == null) {
        System.clearProperty(TEST_FOLDER_PROPERTY);
      } else {
        System.setProperty(TEST_FOLDER_PROPERTY, before);
      }
    }
  }

  private void boot() throws IOException, InterruptedException {
    try {
      yarn.init(LocalYarnConfiguration.of(parameters, workFolder));
      yarn.start();
      if (!yarn.waitForNodeManagersToConnect(NODES_TIMEOUT_MILLIS)) {
        throw new IOException(
            "The "
                + Counts.of(parameters.nodes(), "node")
                + " of the local YARN did not register within "
                + NODES_TIMEOUT_MILLIS
                + " ms.");
      }
    } catch (YarnException | RuntimeException e) {
      throw new IOException("The local YARN did not start: " + rootMessage(e), e);
    }
  }

  private static String rootMessage(Throwable error) {
    Throwable root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.toString();
  }

  /** The configuration with which clients of this cluster are made; a copy. */
  public Configuration configuration() {
    return new Configuration(yarn.getConfig());
  }

  /** The ResourceManager, for tests that look inside. */
  public ResourceManager resourceManager() {
    return yarn.getResourceManager();
  }

  /**
   * Stops a node and all that runs on it, as a node that fails does.
   *
   * @param node number of the node, from 0
   */
  public void stopNode(int node) {
    yarn.getNodeManager(node).stop();
  }

  /**
   * Stops the node of this id and all that runs on it, as a node that fails does.
   *
   * @throws IllegalArgumentException if there is no such node
   */
  public void stopNode(NodeId id) {
    for (int node = 0; node < parameters.nodes(); node++) {
      if (yarn.getNodeManager(node).getNMContext().getNodeId().equals(id)) {
        stopNode(node);
        return;
      }
    }
    throw new IllegalArgumentException("There is no node (" + id + ") in the local YARN.");
  }

  /** Where nodes keep their files. */
  public Path workFolder() {
    return workFolder;
  }

  /** What Hadoop logs. */
  public Path logFile() {
    return logFile(workFolder);
  }

  private static Path logFile(Path folder) {
    return folder.resolve("hadoop.log");
  }

  /** Stops all daemons and their containers and removes the work folder unless it is to be kept. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      yarn.stop();
    } finally {
      HadoopLogging.off();
      if (hook != null) {
        boolean unused = hook.remove(); // Not while the JVM ends: then this is the hook, or soon.
      }
      if (!parameters.keepWorkFolder()) {
        // What a container that is being killed still holds open may stay; the folder is temporary.
        FileUtil.fullyDelete(workFolder.toFile());
      }
    }
  }
}
