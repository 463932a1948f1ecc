package org.foresight.yarn;

import com.google.common.collect.ImmutableSet;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSAssignment;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.AssignmentInformation.AssignmentDetails;
import org.foresight.planner.node.SuspensionTags;

/**
 * Tells nodes which containers they may suspend: by an allocation tag, for of all that is said of a
 * container it is these that the ResourceManager can add to and that get into the container's
 * token, and by it to the NodeManager.
 */
final class SuspendableMark {
  private SuspendableMark() {}

  /** Marks what is to be allocated; to be called before it is committed. */
  static void add(CSAssignment assignment) {
    for (AssignmentDetails details : assignment.getAssignmentInformation().getAllocationDetails()) {
      RMContainer container = details.rmContainer;
      if (container instanceof RMContainerImpl marked) {
        ImmutableSet.Builder<String> tags = ImmutableSet.builder();
        if (marked.getAllocationTags() != null) {
          tags.addAll(marked.getAllocationTags());
        }
        marked.setAllocationTags(tags.add(SuspensionTags.SUSPENDABLE).build());
      }
    }
  }
}
