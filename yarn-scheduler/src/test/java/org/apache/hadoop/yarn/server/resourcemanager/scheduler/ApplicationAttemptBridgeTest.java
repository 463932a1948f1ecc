package org.apache.hadoop.yarn.server.resourcemanager.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ApplicationAttemptBridgeTest {
  private final SchedulerApplicationAttempt attempt = mock(SchedulerApplicationAttempt.class);
  private final RMContainer first = mock(RMContainer.class);
  private final RMContainer second = mock(RMContainer.class);
  private final RMContainer third = mock(RMContainer.class);

  @BeforeEach
  void allocate() {
    attempt.writeLock = new ReentrantReadWriteLock().writeLock();
    attempt.newlyAllocatedContainers = new ArrayList<>(List.of(first, second));

    ApplicationAttemptBridge.findNewContainersFast(attempt);

    attempt.newlyAllocatedContainers.add(third);
  }

  @Test
  void containersStayInTheOrderOfTheirAllocation() {
    assertThat(attempt.newlyAllocatedContainers).containsExactly(first, second, third);
  }

  @Test
  void oneThatEndsBeforeItIsFetchedIsTakenOut() {
    attempt.newlyAllocatedContainers.remove(second);
    attempt.newlyAllocatedContainers.remove(mock(RMContainer.class));

    assertThat(attempt.newlyAllocatedContainers).containsExactly(first, third);
  }

  @Test
  void theyAreFetchedOneByOne() {
    List<RMContainer> fetched = new ArrayList<>();
    for (Iterator<RMContainer> i = attempt.newlyAllocatedContainers.iterator(); i.hasNext(); ) {
      fetched.add(i.next());
      i.remove();
    }

    assertThat(fetched).containsExactly(first, second, third);
    assertThat(attempt.newlyAllocatedContainers).isEmpty();
    attempt.newlyAllocatedContainers.add(first);
    assertThat(attempt.newlyAllocatedContainers).containsExactly(first);
  }
}
