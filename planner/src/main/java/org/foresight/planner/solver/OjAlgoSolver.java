package org.foresight.planner.solver;

import com.google.common.util.concurrent.Futures;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Solves small plans by ojAlgo's MILP solver: a second opinion that shares no code with ours. It
 * now and then calls a solution optimal that is a little worse than the optimum, so where that
 * matters {@link ExactSolver} is the one to ask. The search is a guest that is not trusted: it runs
 * in a daemon thread of its own, which is interrupted and left behind as soon as the budget's stop
 * signal says so; what it has found until then counts; its word on feasibility and objective does
 * not, everything is verified.
 *
 * <p>A work unit is one node of the search tree. The stop signal is asked in the caller's thread.
 * Thread-safe. The only state is how many searches were left behind and still run: beyond {@value
 * #MAX_ABANDONED} no new one starts, so that a search that hangs can't fill the process with
 * threads.
 */
public final class OjAlgoSolver implements PlanSolver, PlanImprover {

  private static final String NAME = "ojalgo";
  private static final String THREAD_NAME = "foresight-ojalgo-solver";
  static final int MAX_ABANDONED = 2;

  /** How often the stop signal is asked. */
  private static final long POLL_MILLIS = 1;

  private final ExactSearch search;
  private final AtomicInteger abandoned = new AtomicInteger();

  /** A solver on ojAlgo. */
  public OjAlgoSolver() {
    this(new OjAlgoSearch());
  }

  OjAlgoSolver(ExactSearch search) {
    this.search = search;
  }

  @Override
  public PlanSolution solve(PlanInstance instance, WarmStart warmStart, SolverBudget budget) {
    return improve(instance, budget, PlanSolution.none(instance, NAME));
  }

  /**
   * {@inheritDoc}
   *
   * <p>The search starts from the incumbent; the incumbent itself comes back if nothing better was
   * found, marked as proven optimal if the search claims so.
   */
  @Override
  public PlanSolution improve(PlanInstance instance, SolverBudget budget, PlanSolution incumbent) {
    PlanSolution verified = PlanVerifier.verified(instance, incumbent);
    if (budget.workUnits() <= 0 || budget.stop().getAsBoolean()) {
      return verified;
    }
    PlanColumns columns = PlanColumns.of(instance);
    int[] start = columns.fromOriginal(verified.choices());
    var control = new SearchControl(columns, start, budget.workUnits());
    boolean complete = search(columns, start, control, budget);
    PlanSolution found =
        PlanVerifier.verified(instance, columns.toSolution(control.best(), NAME, complete));
    return verified.orBetter(found, complete);
  }

  /** Returns whether the search claims to have seen everything. */
  private boolean search(
      PlanColumns columns, int[] start, SearchControl control, SolverBudget budget) {
    if (abandoned.get() >= MAX_ABANDONED) {
      throw new SolverException(
          "The solver on ojAlgo is out of service: %s of its searches don't end."
              .formatted(abandoned.get()));
    }
    // Set by whoever is first: the search that ends, or the caller that leaves it behind.
    var settled = new AtomicBoolean();
    var task =
        new FutureTask<Boolean>(
            () -> {
              try {
                return search.run(columns, start, control);
              } finally {
                if (!settled.compareAndSet(false, true)) {
                  abandoned.decrementAndGet();
                }
              }
            });
    var thread = new Thread(task, THREAD_NAME);
    thread.setDaemon(true);
    thread.start();
    if (awaitEnd(task, budget)) {
      return claimOf(task);
    }
    control.cancel();
    abandoned.incrementAndGet();
    if (settled.compareAndSet(false, true)) {
      thread.interrupt();
    } else {
      abandoned.decrementAndGet();
    }
    return false;
  }

  /** Returns whether the task ended before the budget's stop signal or an interrupt. */
  private static boolean awaitEnd(FutureTask<Boolean> task, SolverBudget budget) {
    while (!task.isDone()) {
      if (budget.stop().getAsBoolean()) {
        return false;
      }
      try {
        task.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException | ExecutionException e) {
        // Not done yet, or done in a way that is looked at next.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }

  private static boolean claimOf(FutureTask<Boolean> endedTask) {
    try {
      return Boolean.TRUE.equals(Futures.getDone(endedTask));
    } catch (ExecutionException e) {
      throw new SolverException("The solver on ojAlgo failed.", e.getCause());
    }
  }
}
