package org.foresight.yarn;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.security.authorize.AccessControlList;
import org.apache.hadoop.yarn.security.AccessType;
import org.apache.hadoop.yarn.server.resourcemanager.placement.PlacementRule;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractCSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.CapacitySchedulerInfo;

/**
 * All that can be seen of a CapacityScheduler's queues, one value a line: what its REST interface
 * shows (capacities, states, limits and factors, ordering policies, ACLs, preemption, lifetimes,
 * all by label), and what that leaves out.
 */
final class QueueTreeDump {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .setVisibility(PropertyAccessor.ALL, JsonAutoDetect.Visibility.NONE)
          .setVisibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY)
          .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  private QueueTreeDump() {}

  static String of(LocalResourceManager yarn) throws Exception {
    CapacityScheduler scheduler = yarn.scheduler();
    List<String> lines = new ArrayList<>();
    lines.add(
        MAPPER.writeValueAsString(new CapacitySchedulerInfo(scheduler.getRootQueue(), scheduler)));
    SortedSet<String> labels =
        new TreeSet<>(yarn.context().getNodeLabelManager().getClusterNodeLabelNames());
    labels.add("");
    for (CSQueue queue :
        new TreeMap<>(scheduler.getCapacitySchedulerQueueManager().getQueues()).values()) {
      addQueue(lines, (AbstractCSQueue) queue, labels);
    }
    for (PlacementRule rule : yarn.context().getQueuePlacementManager().getPlacementRules()) {
      lines.add("placement rule " + rule.getName());
    }
    lines.add("mapping rules " + scheduler.getConfiguration().getMappingRules());
    lines.add("calculator " + scheduler.getResourceCalculator().getClass().getName());
    lines.add("largest container " + scheduler.getMaximumResourceCapability());
    lines.add("smallest container " + scheduler.getMinimumResourceCapability());
    return String.join("\n", lines);
  }

  private static void addQueue(List<String> lines, AbstractCSQueue queue, SortedSet<String> labels)
      throws JsonProcessingException {
    String path = queue.getQueuePath();
    lines.add(path + " class " + queue.getClass().getName());
    for (Map.Entry<AccessType, AccessControlList> acl : new TreeMap<>(queue.getACLs()).entrySet()) {
      lines.add(path + " acl " + acl.getKey() + " " + acl.getValue().getAclString());
    }
    for (String label : labels) {
      String at = path + "@" + label;
      lines.add(at + " capacity " + queue.getQueueCapacities().getCapacity(label));
      lines.add(at + " absolute " + queue.getQueueCapacities().getAbsoluteCapacity(label));
      lines.add(at + " maximum " + queue.getQueueCapacities().getAbsoluteMaximumCapacity(label));
      lines.add(at + " guaranteed " + queue.getEffectiveCapacity(label));
      lines.add(at + " most " + queue.getEffectiveMaxCapacity(label));
    }
    if (queue instanceof AbstractLeafQueue leaf) {
      lines.add(path + " locality delay " + leaf.getNodeLocalityDelay());
      lines.add(path + " rack locality delay " + leaf.getRackLocalityAdditionalDelay());
      lines.add(path + " priority ACLs " + MAPPER.writeValueAsString(leaf.getPriorityACLs()));
      for (String label : labels) {
        lines.add(path + "@" + label + " masters " + leaf.getAMResourceLimitPerPartition(label));
      }
    }
  }
}
