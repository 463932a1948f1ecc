package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.apache.hadoop.yarn.api.records.NodeAttributeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.NodePreference;
import org.foresight.predictor.JobFeatures;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodeClassesTest {
  private static final SchedulerNode PLAIN = node("", null);
  private static final SchedulerNode SSD = node("", Set.of(attribute("Disk", "SSD")));
  private static final SchedulerNode GPU = node("GPU", Set.of());
  private static final SchedulerNode BOTH = node("GPU", Set.of(attribute("Disk", "SSD")));

  @Test
  void allNodesAreTheSameWhileNobodyCares() {
    NodeClasses classes = NodeClasses.of(ImmutableList.of(job("a", NodePreference.NONE)));

    assertThat(ImmutableList.of(PLAIN, SSD, GPU, BOTH)).extracting(classes::of).containsOnly("");
  }

  @Test
  void classOfANodeIsWhichWishesItSuits() {
    NodeClasses classes =
        NodeClasses.of(
            ImmutableList.of(
                job("a", prefer("label:gpu*2")),
                job("b", prefer("attribute:rm.yarn.io/disk=ssd*3")),
                job("c", prefer("attribute:disk=hdd*3"))));

    assertThat(ImmutableList.of(PLAIN, SSD, GPU, BOTH))
        .extracting(classes::of)
        .containsExactly(
            "",
            "attribute:rm.yarn.io/disk=ssd",
            "label:gpu",
            "attribute:rm.yarn.io/disk=ssd label:gpu");
  }

  @Test
  void attributeOfAnotherPrefixIsAnotherOneAndWithoutAPrefixAnyWillDo() {
    assertThat(suits("attribute:nm.yarn.io/disk=ssd*2", SSD)).isFalse();
    assertThat(suits("attribute:rm.yarn.io/disk=ssd*2", SSD)).isTrue();
    assertThat(suits("attribute:disk=ssd*2", SSD)).isTrue();
    assertThat(suits("attribute:disk=ss*2", SSD)).isFalse();
  }

  private static boolean suits(String preference, SchedulerNode node) {
    return !NodeClasses.of(ImmutableList.of(job("a", prefer(preference)))).of(node).isEmpty();
  }

  @Test
  void wishBecomesTheClassesThatSuitIt() {
    JobGoal goal = goal(prefer("label:gpu*2"));
    ImmutableSet<String> present =
        ImmutableSet.of("", "label:gpu", "attribute:disk=ssd label:gpu", "attribute:disk=ssd");

    assertThat(NodeClasses.resolved(goal, present).preference())
        .isEqualTo(
            new NodePreference(ImmutableSet.of("label:gpu", "attribute:disk=ssd label:gpu"), 2));
  }

  @Test
  void jobThatNoNodeSuitsRunsLongerOnAllOfThem() {
    NodePreference preference =
        NodeClasses.resolved(goal(prefer("label:gpu*2")), ImmutableSet.of("")).preference();

    assertThat(preference.slowdownOn("")).isEqualTo(2);
  }

  private static NodePreference prefer(String text) {
    return NodeWish.parse(text).orElseThrow();
  }

  private static ClusterEvent.JobSubmitted job(String id, NodePreference preference) {
    return new ClusterEvent.JobSubmitted(
        0, id, new JobFeatures("ada", id, "root.etl"), goal(preference));
  }

  private static JobGoal goal(NodePreference preference) {
    return new JobGoal(OptionalLong.empty(), false, preference);
  }

  private static NodeAttribute attribute(String name, String value) {
    return NodeAttribute.newInstance(
        NodeAttribute.PREFIX_CENTRALIZED, name, NodeAttributeType.STRING, value);
  }

  private static SchedulerNode node(String partition, @Nullable Set<NodeAttribute> attributes) {
    SchedulerNode node = mock(SchedulerNode.class);
    when(node.getPartition()).thenReturn(partition);
    when(node.getNodeAttributes()).thenReturn(attributes);
    return node;
  }
}
