package org.foresight.yarn;

import com.google.common.base.Strings;
import com.google.common.collect.Iterators;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.policy.IteratorSelector;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.policy.OrderingPolicy;

/**
 * A leaf queue's ordering policy that shows CapacityScheduler, as long as the planner is in charge
 * of the queue, only the applications that are left to it, and the queue's own order as soon as it
 * isn't. All else is the queue's own policy.
 */
final class HoldingOrderingPolicy implements OrderingPolicy<FiCaSchedulerApp> {
  private final OrderingPolicy<FiCaSchedulerApp> own;
  private final BooleanSupplier plannerInCharge;
  private final Supplier<LeftToYarn> left;

  /**
   * @param own the queue's own policy
   * @param plannerInCharge asked each time CapacityScheduler looks for an application to serve
   * @param left then says what is left to CapacityScheduler although the planner is in charge
   */
  HoldingOrderingPolicy(
      OrderingPolicy<FiCaSchedulerApp> own,
      BooleanSupplier plannerInCharge,
      Supplier<LeftToYarn> left) {
    this.own = own;
    this.plannerInCharge = plannerInCharge;
    this.left = left;
  }

  @Override
  public Iterator<FiCaSchedulerApp> getAssignmentIterator(IteratorSelector selector) {
    if (!plannerInCharge.getAsBoolean()) {
      return own.getAssignmentIterator(selector);
    }
    LeftToYarn now = left.get();
    String partition = Strings.nullToEmpty(selector.getPartition());
    return now.hasAny(partition)
        ? Iterators.filter(own.getAssignmentIterator(selector), app -> now.includes(app, partition))
        : Collections.emptyIterator();
  }

  @Override
  public Iterator<FiCaSchedulerApp> getPreemptionIterator() {
    return own.getPreemptionIterator();
  }

  @Override
  public Collection<FiCaSchedulerApp> getSchedulableEntities() {
    return own.getSchedulableEntities();
  }

  @Override
  public void addSchedulableEntity(FiCaSchedulerApp app) {
    own.addSchedulableEntity(app);
  }

  @Override
  public boolean removeSchedulableEntity(FiCaSchedulerApp app) {
    return own.removeSchedulableEntity(app);
  }

  @Override
  public void addAllSchedulableEntities(Collection<FiCaSchedulerApp> apps) {
    own.addAllSchedulableEntities(apps);
  }

  @Override
  public int getNumSchedulableEntities() {
    return own.getNumSchedulableEntities();
  }

  @Override
  public void configure(Map<String, String> conf) {
    own.configure(conf);
  }

  @Override
  public void containerAllocated(FiCaSchedulerApp app, RMContainer container) {
    own.containerAllocated(app, container);
  }

  @Override
  public void containerReleased(FiCaSchedulerApp app, RMContainer container) {
    own.containerReleased(app, container);
  }

  @Override
  public void demandUpdated(FiCaSchedulerApp app) {
    own.demandUpdated(app);
  }

  @Override
  public String getInfo() {
    return own.getInfo();
  }

  @Override
  public String getConfigName() {
    return own.getConfigName();
  }
}
