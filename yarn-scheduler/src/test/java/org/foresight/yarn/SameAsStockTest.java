package org.foresight.yarn;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Throwables;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.service.ServiceStateException;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.nodelabels.CommonNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever a capacity-scheduler.xml says, Foresight makes the same queues of it as
 * CapacityScheduler does, with the same limits and ACLs, or refuses it in the same words: switched
 * off, with every queue given to it, and after a refresh.
 */
class SameAsStockTest {
  private static final String PREFIX = "yarn.scheduler.capacity.";
  private static final Map<String, String> OFF = Map.of();
  private static final Map<String, String> ON = Map.of("foresight.mode", "on");
  private static final int NODES_OF_EACH_LABEL = 2;
  private static final Resource NODE = Resource.newInstance(65_536, 32);
  private static final Pattern LABEL =
      Pattern.compile(".*\\.accessible-node-labels\\.([^.]+)\\..*");

  /** What stock CapacityScheduler makes of a file; asked for more than once. */
  private static final Map<Path, String> STOCK = new HashMap<>();

  @TempDir private static Path folder;

  /**
   * Every file, and of those that stock CapacityScheduler refuses (two give parent queues an order
   * that only leaf queues have) a copy without orders too, so that the rest of them counts.
   */
  static List<Path> configurations() throws Exception {
    List<Path> files = new ArrayList<>();
    for (Path file : PublicConfigurations.all()) {
      files.add(file);
      if (isRefused(file)) {
        Configuration repaired = read(file);
        repaired.getPropsWithPrefix(PREFIX).keySet().stream()
            .filter(key -> key.endsWith(".ordering-policy"))
            .forEach(key -> repaired.unset(PREFIX + key));
        files.add(write(repaired, "without-orders-" + files.size() + ".xml"));
      }
    }
    return files;
  }

  static Stream<Path> accepted() throws Exception {
    List<Path> files = new ArrayList<>();
    for (Path file : configurations()) {
      if (!isRefused(file)) {
        files.add(file);
      }
    }
    return files.stream();
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void switchedOffItIsCapacityScheduler(Path queues) throws Exception {
    assertThat(dump(ForesightScheduler.class, OFF, queues)).isEqualTo(stock(queues));
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void withAllQueuesItKeepsToTheSameRules(Path queues) throws Exception {
    assertThat(dump(ForesightScheduler.class, ON, queues)).isEqualTo(stock(queues));
  }

  /** Most are refused, for they lack queues that run; what is in force then is compared too. */
  @ParameterizedTest
  @MethodSource("accepted")
  void refreshesWithTheOtherFilesEndTheSame(Path queues) throws Exception {
    List<Path> files = new ArrayList<>();
    files.add(queues);
    for (Path other : configurations()) {
      if (!other.equals(queues)) {
        files.add(other);
        files.add(queues);
      }
    }

    assertThat(dumps(ForesightScheduler.class, ON, files))
        .containsExactlyElementsOf(dumps(CapacityScheduler.class, OFF, files));
  }

  /** Most other files are refused, for they lack queues that run; these aren't. */
  @ParameterizedTest
  @MethodSource("accepted")
  void aRefreshWithOtherLimitsEndsTheSame(Path queues) throws Exception {
    Path changed = withOtherLimits(queues);

    String refreshed = dump(CapacityScheduler.class, OFF, queues, changed);

    assertThat(refreshed).isNotEqualTo(stock(queues));
    assertThat(dump(ForesightScheduler.class, ON, queues, changed)).isEqualTo(refreshed);
    assertThat(dump(ForesightScheduler.class, OFF, queues, changed)).isEqualTo(refreshed);
  }

  @ParameterizedTest
  @MethodSource("accepted")
  void everyLeafQueueIsHeldWhereAllAreGivenToForesight(Path queues) throws Exception {
    try (LocalResourceManager yarn =
        start(ForesightScheduler.class, ON, labels(List.of(queues)), queues)) {
      assertThat(leafQueues(yarn))
          .isNotEmpty()
          .allSatisfy(
              leaf ->
                  assertThat(leaf.getOrderingPolicy()).isInstanceOf(HoldingOrderingPolicy.class));
    }
  }

  private static boolean isRefused(Path queues) throws Exception {
    return stock(queues).startsWith(ServiceStateException.class.getName());
  }

  private static String stock(Path queues) throws Exception {
    String known = STOCK.get(queues);
    if (known != null) {
      return known;
    }
    String dump = dump(CapacityScheduler.class, OFF, queues);
    STOCK.put(queues, dump);
    return dump;
  }

  /** The queues once these files have been read one after the other. */
  private static String dump(
      Class<? extends CapacityScheduler> scheduler, Map<String, String> settings, Path... files)
      throws Exception {
    List<String> dumps = dumps(scheduler, settings, List.of(files));
    return dumps.get(dumps.size() - 1);
  }

  /** The queues after the start with the first file and after a refresh with each other one. */
  private static List<String> dumps(
      Class<? extends CapacityScheduler> scheduler, Map<String, String> settings, List<Path> files)
      throws Exception {
    Set<String> labels = labels(files);
    LocalResourceManager started;
    try {
      started = start(scheduler, settings, labels, files.get(0));
    } catch (ServiceStateException e) {
      return List.of(text(e));
    }
    try (LocalResourceManager yarn = started) {
      int number = 0;
      for (int i = 0; i < NODES_OF_EACH_LABEL; i++) {
        yarn.addNode(number++, NODE, CommonNodeLabelsManager.NO_LABEL);
        for (String label : labels) {
          yarn.addNode(number++, NODE, label);
        }
      }
      List<String> dumps = new ArrayList<>();
      dumps.add(QueueTreeDump.of(yarn));
      for (Path file : files.subList(1, files.size())) {
        String refusal = "";
        try {
          yarn.refresh(file);
        } catch (IOException | RuntimeException e) {
          refusal = text(e);
        }
        dumps.add(refusal + QueueTreeDump.of(yarn));
      }
      return dumps;
    }
  }

  private static LocalResourceManager start(
      Class<? extends CapacityScheduler> scheduler,
      Map<String, String> settings,
      Set<String> labels,
      Path queues)
      throws IOException {
    return LocalResourceManager.start(
        scheduler, queues, labels.stream().map(NodeLabel::newInstance).collect(toSet()), settings);
  }

  /** A refusal, with the refusals that it came of. */
  private static String text(Throwable refusal) {
    return Throwables.getCausalChain(refusal).stream()
        .map(each -> each.getClass().getName() + ": " + each.getMessage() + "\n")
        .collect(joining());
  }

  /** The labels that the files give a share of. */
  private static Set<String> labels(List<Path> files) {
    Set<String> labels = new TreeSet<>();
    for (Path file : files) {
      for (String key : read(file).getPropsWithPrefix(PREFIX).keySet()) {
        Matcher label = LABEL.matcher(key);
        if (label.matches()) {
          labels.add(label.group(1));
        }
      }
    }
    return labels;
  }

  /** The same queues with other limits, orders and ACLs. */
  private static Path withOtherLimits(Path queues) throws IOException {
    Configuration changed = read(queues);
    changed.set(PREFIX + "maximum-am-resource-percent", "0.37");
    changed.set(PREFIX + "maximum-applications", "777");
    for (String leaf : leaves(queues)) {
      String prefix = PREFIX + leaf + ".";
      String order = changed.get(prefix + "ordering-policy", "fifo");
      changed.set(prefix + "ordering-policy", order.equals("fifo") ? "fair" : "fifo");
      changed.set(prefix + "user-limit-factor", "3.5");
      changed.set(prefix + "minimum-user-limit-percent", "17");
      changed.set(prefix + "acl_submit_applications", "ada,grace");
      changed.set(prefix + "disable_preemption", "true");
    }
    return write(changed, "changed.xml");
  }

  private static Path write(Configuration queues, String name) throws IOException {
    Path file = folder.resolve(name);
    try (OutputStream out = Files.newOutputStream(file)) {
      queues.writeXml(out);
    }
    return file;
  }

  private static List<String> leaves(Path queues) throws IOException {
    try (LocalResourceManager yarn =
        start(CapacityScheduler.class, OFF, labels(List.of(queues)), queues)) {
      return leafQueues(yarn).stream().map(CSQueue::getQueuePath).toList();
    }
  }

  private static List<AbstractLeafQueue> leafQueues(LocalResourceManager yarn) {
    return yarn.scheduler().getCapacitySchedulerQueueManager().getQueues().values().stream()
        .filter(AbstractLeafQueue.class::isInstance)
        .map(AbstractLeafQueue.class::cast)
        .toList();
  }

  private static Configuration read(Path file) {
    Configuration read = new Configuration(false);
    read.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
    return read;
  }
}
