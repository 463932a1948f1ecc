package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import com.google.common.collect.ImmutableMap;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.policy.IteratorSelector;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.policy.OrderingPolicy;
import org.junit.jupiter.api.Test;

@SuppressWarnings("unchecked") // Mocks of generic types.
class HoldingOrderingPolicyTest {
  private final OrderingPolicy<FiCaSchedulerApp> own = mock(OrderingPolicy.class);
  private final AtomicBoolean plannerInCharge = new AtomicBoolean();
  private LeftToYarn left = LeftToYarn.NOTHING;
  private final HoldingOrderingPolicy holding =
      new HoldingOrderingPolicy(own, plannerInCharge::get, () -> left);
  private final FiCaSchedulerApp app = mock(FiCaSchedulerApp.class);

  @Test
  void showsNoApplicationWhileThePlannerIsInCharge() {
    plannerInCharge.set(true);

    assertThat(holding.getAssignmentIterator(IteratorSelector.EMPTY_ITERATOR_SELECTOR))
        .isExhausted();
    verify(own, never()).getAssignmentIterator(any());
  }

  @Test
  void showsWhatIsLeftToCapacitySchedulerInTheQueuesOwnOrder() {
    FiCaSchedulerApp first = application(1);
    FiCaSchedulerApp second = application(2);
    FiCaSchedulerApp third = application(3);
    IteratorSelector selector = new IteratorSelector();
    selector.setPartition("gpu");
    when(own.getAssignmentIterator(selector)).thenReturn(List.of(third, second, first).iterator());
    plannerInCharge.set(true);
    left =
        new LeftToYarn(
            ImmutableMap.of(FakeYarn.jobId(1), 0, FakeYarn.jobId(3), 0), ImmutableMap.of());

    assertThat(holding.getAssignmentIterator(selector)).toIterable().containsExactly(third, first);
  }

  private static FiCaSchedulerApp application(int number) {
    FiCaSchedulerApp application = mock(FiCaSchedulerApp.class);
    when(application.getApplicationId()).thenReturn(FakeYarn.id(number));
    when(application.getReservedContainers()).thenReturn(List.of());
    return application;
  }

  @Test
  void showsTheQueuesOwnOrderAsSoonAsItIsNot() {
    Iterator<FiCaSchedulerApp> order = List.of(app).iterator();
    when(own.getAssignmentIterator(IteratorSelector.EMPTY_ITERATOR_SELECTOR)).thenReturn(order);
    plannerInCharge.set(true);
    plannerInCharge.set(false);

    assertThat(holding.getAssignmentIterator(IteratorSelector.EMPTY_ITERATOR_SELECTOR))
        .isSameAs(order);
  }

  @Test
  void asksTheQueuesOwnPolicyEverythingElseEvenWhileThePlannerIsInCharge() {
    plannerInCharge.set(true);
    Iterator<FiCaSchedulerApp> preemption = List.of(app).iterator();
    Collection<FiCaSchedulerApp> apps = List.of(app);
    when(own.getPreemptionIterator()).thenReturn(preemption);
    when(own.getSchedulableEntities()).thenReturn(apps);
    when(own.removeSchedulableEntity(app)).thenReturn(true);
    when(own.getNumSchedulableEntities()).thenReturn(7);
    when(own.getInfo()).thenReturn("FifoOrderingPolicy");
    when(own.getConfigName()).thenReturn("fifo");

    assertThat(holding.getPreemptionIterator()).isSameAs(preemption);
    assertThat(holding.getSchedulableEntities()).isSameAs(apps);
    assertThat(holding.removeSchedulableEntity(app)).isTrue();
    assertThat(holding.getNumSchedulableEntities()).isEqualTo(7);
    assertThat(holding.getInfo()).isEqualTo("FifoOrderingPolicy");
    assertThat(holding.getConfigName()).isEqualTo("fifo");
  }

  @Test
  void tellsTheQueuesOwnPolicyEverything() {
    plannerInCharge.set(true);
    RMContainer container = mock(RMContainer.class);

    holding.addSchedulableEntity(app);
    holding.addAllSchedulableEntities(List.of(app));
    holding.configure(Map.of("key", "value"));
    holding.containerAllocated(app, container);
    holding.containerReleased(app, container);
    holding.demandUpdated(app);

    verify(own).addSchedulableEntity(app);
    verify(own).addAllSchedulableEntities(List.of(app));
    verify(own).configure(Map.of("key", "value"));
    verify(own).containerAllocated(app, container);
    verify(own).containerReleased(app, container);
    verify(own).demandUpdated(app);
    verifyNoMoreInteractions(own);
  }
}
