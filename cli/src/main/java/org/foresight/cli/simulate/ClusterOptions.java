package org.foresight.cli.simulate;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import java.util.List;
import java.util.stream.Stream;
import org.foresight.cli.support.MemoryConverter;
import org.foresight.cli.support.OptionChecks;
import org.foresight.simulator.ClusterSpec;
import org.foresight.simulator.NodeClass;
import org.foresight.traces.WorkloadStage;
import org.foresight.traces.generators.ClusterHint;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that say which cluster is simulated. */
final class ClusterOptions {

  /** Memory of a slot. */
  static final long SLOT_MIB = 1024;

  private static final String NODES = "--nodes";
  private static final String SLOTS_PER_NODE = "--slots-per-node";
  private static final String NODE_MEMORY = "--node-memory";
  private static final String NODE_VCORES = "--node-vcores";
  private static final String NODE_CLASS = "--node-class";
  private static final int MAX_NODES = 1_000_000;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = NODES,
      paramLabel = "NUMBER",
      description = "Number of nodes (default: what a generated workload is made for).")
  private @Nullable Integer nodes;

  @Option(
      names = SLOTS_PER_NODE,
      paramLabel = "NUMBER",
      description =
          "Tasks that a node runs at once, with 1 GiB and one virtual core each (default: what a"
              + " generated workload is made for, with --trace 8).")
  private @Nullable Integer slotsPerNode;

  @Option(
      names = NODE_MEMORY,
      paramLabel = "AMOUNT",
      converter = MemoryConverter.class,
      description = "Memory of a node, such as 64g, instead of --slots-per-node.")
  private @Nullable Long nodeMemoryMib;

  @Option(
      names = NODE_VCORES,
      paramLabel = "NUMBER",
      description = "Virtual cores of a node, instead of --slots-per-node.")
  private @Nullable Integer nodeVcores;

  @Option(
      names = NODE_CLASS,
      paramLabel = "KEY=VALUE,…",
      converter = NodeClassOption.Converter.class,
      description = {
        "Nodes that are alike, instead of --nodes; may be repeated. Keys: name, count, vcores,"
            + " memory (default: 1 GiB a core), speed (default: 1), partition (default: none), or"
            + " another resource such as yarn.io/gpu."
      })
  private List<NodeClassOption> classes = List.of();

  /** Picocli fills the other fields. */
  @SuppressWarnings("NullAway.Init")
  ClusterOptions() {}

  /** Whether nodes have no more memory than slots on all their cores need. */
  static boolean hasOneSlotForEachCore(NodeClass nodes) {
    return nodes.total().amount(0) <= SLOT_MIB * nodes.total().amount(1);
  }

  /** Whether the options say how many nodes there are. */
  boolean sayHowMany() {
    return nodes != null || !classes.isEmpty();
  }

  /**
   * The cluster.
   *
   * @param hint what holds where the options say nothing
   */
  ClusterSpec cluster(ClusterHint hint) {
    if (classes.isEmpty()) {
      return equalNodes(hint);
    }
    refuseWithClasses(NODES, nodes);
    refuseWithClasses(SLOTS_PER_NODE, slotsPerNode);
    refuseWithClasses(NODE_MEMORY, nodeMemoryMib);
    refuseWithClasses(NODE_VCORES, nodeVcores);
    long names = classes.stream().map(NodeClassOption::name).distinct().count();
    if (names < classes.size()) {
      throw OptionChecks.error(spec, "The names in " + NODE_CLASS + " must be distinct.");
    }
    return cluster(ImmutableList.copyOf(classes));
  }

  private void refuseWithClasses(String option, @Nullable Object value) {
    if (value != null) {
      throw OptionChecks.error(spec, option + " and " + NODE_CLASS + " exclude each other.");
    }
  }

  private ClusterSpec equalNodes(ClusterHint hint) {
    int count = nodes == null ? hint.nodes() : nodes;
    OptionChecks.requireBetween(spec, NODES, count, 1, MAX_NODES);
    ImmutableSortedMap<String, Long> amounts = nodeAmounts(hint);
    if (count < hint.nodeClasses().size()) {
      throw OptionChecks.error(
          spec,
          NODES
              + " is ("
              + count
              + ") and must be at least "
              + hint.nodeClasses().size()
              + ", as many as the workload has classes of nodes.");
    }
    ClusterHint divided = new ClusterHint(count, 1, hint.nodeClasses());
    return cluster(
        divided.nodesOfClasses().entrySet().stream()
            .map(c -> new NodeClassOption(c.getKey(), c.getValue(), amounts, "", 1.0))
            .collect(toImmutableList()));
  }

  private ImmutableSortedMap<String, Long> nodeAmounts(ClusterHint hint) {
    if (nodeMemoryMib == null && nodeVcores == null) {
      int slots = slotsPerNode == null ? hint.slotsPerNode() : slotsPerNode;
      OptionChecks.requireAtLeast(spec, SLOTS_PER_NODE, slots, 1);
      return amounts(SLOT_MIB * slots, slots);
    }
    if (slotsPerNode != null) {
      throw OptionChecks.error(
          spec, SLOTS_PER_NODE + " excludes " + NODE_MEMORY + " and " + NODE_VCORES + ".");
    }
    if (nodeMemoryMib == null || nodeVcores == null) {
      throw OptionChecks.error(spec, NODE_MEMORY + " and " + NODE_VCORES + " need each other.");
    }
    OptionChecks.requireAtLeast(spec, NODE_VCORES, nodeVcores, 1);
    return amounts(nodeMemoryMib, nodeVcores);
  }

  private static ImmutableSortedMap<String, Long> amounts(long memoryMib, long vcores) {
    return ImmutableSortedMap.of(WorkloadStage.MEMORY_MIB, memoryMib, WorkloadStage.VCORES, vcores);
  }

  private static ClusterSpec cluster(ImmutableList<NodeClassOption> classes) {
    ImmutableList<String> resources =
        Stream.concat(
                Stream.of(WorkloadStage.MEMORY_MIB, WorkloadStage.VCORES),
                classes.stream().flatMap(c -> c.amounts().keySet().stream()))
            .distinct()
            .collect(toImmutableList());
    return new ClusterSpec(
        resources, classes.stream().map(c -> c.nodeClass(resources)).collect(toImmutableList()));
  }
}
