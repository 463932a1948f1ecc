package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableLongArray;
import java.util.Arrays;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceUsage;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.UsersManager;
import org.foresight.planner.cluster.ResourceLimit;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.TaskAsk;
import org.junit.jupiter.api.Test;

/** A leaf root.etl.nightly; it and its parent may hold 8 GiB of 64, and hold 3 and 5. */
class QueueLimitsTest {

  private final AbstractLeafQueue leaf = mock(AbstractLeafQueue.class);

  QueueLimitsTest() {
    CSQueue parent = mock(CSQueue.class);
    isQueue(parent, mock(CSQueue.class), "root.etl", 5);
    isQueue(leaf, parent, "root.etl.nightly", 3);
    when(leaf.getResourceLimitForActiveUsers(eq("ann"), any(), eq(""), any()))
        .thenReturn(gibibytes(4, 4));
    when(leaf.getResourceLimitForActiveUsers(eq("bob"), any(), eq(""), any()))
        .thenReturn(gibibytes(2, 2));
    UsersManager.User ann = mock(UsersManager.User.class);
    when(ann.getUsed("")).thenReturn(gibibytes(3, 3));
    when(leaf.getUser("ann")).thenReturn(ann);
  }

  @Test
  void everyQueueButTheRootAndTheUserLimitWhatAnApplicationHolds() {
    QueueLimits limits = limits(Vectors.ALL_TYPES);

    assertThat(limits.of(leaf, "ann"))
        .containsExactly(
            "queue root.etl.nightly@", "queue root.etl@", "user ann in root.etl.nightly@");
    assertThat(limits.all())
        .extracting(ResourceLimit::free)
        .containsExactly(vector(5, 5), vector(3, 3), vector(1, 1));
  }

  @Test
  void aUserMayHaveOneContainerMoreThanHisLimitUnlessHeIsAboveIt() {
    QueueLimits limits = limits(Vectors.ALL_TYPES);

    limits.of(leaf, "ann");
    limits.wanted(leaf, "ann", asks(1, 2));
    assertThat(limits.all().get(2).free()).isEqualTo(vector(3, 3));

    UsersManager.User above = mock(UsersManager.User.class);
    when(above.getUsed("")).thenReturn(gibibytes(3, 3));
    when(leaf.getUser("bob")).thenReturn(above);
    limits.of(leaf, "bob");
    limits.wanted(leaf, "bob", asks(1, 2));
    assertThat(limits.all().get(3).free()).isEqualTo(vector(-1, -1));
  }

  @Test
  void aUserMayHoldOfEveryTypeTheShareThatHisLimitIsOfOne() {
    when(leaf.getResourceLimitForActiveUsers(eq("eve"), any(), eq(""), any()))
        .thenReturn(gibibytes(32, 4)); // Half of the memory.
    QueueLimits limits = limits(Vectors.ALL_TYPES);

    limits.of(leaf, "eve");

    assertThat(limits.all().get(2).free()).isEqualTo(vector(32, 32));
  }

  @Test
  void aUserWhoHoldsNothingHasAllOfTheLimitAndQueuesCountOnce() {
    QueueLimits limits = limits(Vectors.ALL_TYPES);

    limits.of(leaf, "ann");
    limits.of(leaf, "bob");

    assertThat(limits.all()).hasSize(4);
    assertThat(limits.all().get(3).free()).isEqualTo(vector(2, 2));
  }

  @Test
  void whereYarnMindsMemoryAloneCoresAreNotLimited() {
    QueueLimits limits = limits(Vectors.MEMORY_ALONE);

    limits.of(leaf, "ann");

    assertThat(limits.all().get(0).free())
        .isEqualTo(new ResourceVector(ImmutableLongArray.of(5 * 1_024)));
  }

  private static ImmutableList<TaskAsk> asks(int... gibibytes) {
    return Arrays.stream(gibibytes)
        .mapToObj(each -> new TaskAsk(TaskAsk.Kind.TASK, "", vector(each, each), 1))
        .collect(ImmutableList.toImmutableList());
  }

  private static QueueLimits limits(Vectors vectors) {
    return new QueueLimits(ImmutableSet.of(""), gibibytes(64, 64), vectors);
  }

  private static void isQueue(CSQueue queue, CSQueue parent, String path, int used) {
    ResourceUsage usage = new ResourceUsage();
    usage.setUsed("", gibibytes(used, used));
    when(queue.getParent()).thenReturn(parent);
    when(queue.getQueuePath()).thenReturn(path);
    when(queue.getEffectiveMaxCapacity("")).thenReturn(gibibytes(8, 8));
    when(queue.getQueueResourceUsage()).thenReturn(usage);
  }

  private static Resource gibibytes(int memory, int vcores) {
    return Resource.newInstance(memory * 1_024L, vcores);
  }

  private static ResourceVector vector(int gibibytes, int vcores) {
    return ResourceVector.of(gibibytes * 1_024L, vcores);
  }
}
