package org.foresight.yarn;

import com.google.common.collect.ImmutableSet;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.foresight.planner.node.SuspensionTags;

/**
 * Tells nodes whether they may suspend a container: by an allocation tag, for of all that is said
 * of a container it is these that the ResourceManager can add to and that get into the container's
 * token, and by it to the NodeManager.
 */
enum SuspensionMark {
  SUSPENDABLE(SuspensionTags.SUSPENDABLE),
  NEVER_SUSPENDED(SuspensionTags.NEVER_SUSPENDED);

  private final String tag;

  SuspensionMark(String tag) {
    this.tag = tag;
  }

  /** Marks a container; to be called before its allocation is committed. */
  void putOn(RMContainer container) {
    if (container instanceof RMContainerImpl marked && !isOn(container)) {
      marked.setAllocationTags(
          ImmutableSet.<String>builder().addAll(tags(container)).add(tag).build());
    }
  }

  boolean isOn(RMContainer container) {
    return tags(container).contains(tag);
  }

  static boolean isAnyOn(RMContainer container) {
    return Stream.of(values()).anyMatch(mark -> mark.isOn(container));
  }

  private static Set<String> tags(RMContainer container) {
    Set<String> tags = container.getAllocationTags();
    return tags == null ? ImmutableSet.of() : tags;
  }
}
