package org.foresight.yarn;

import com.google.common.collect.ConcurrentHashMultiset;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Multiset;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Dispatcher;
import org.foresight.planner.NodeAdmission;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.solver.PlanInstance;
import org.foresight.planner.solver.PlanSolution;
import org.foresight.planner.solver.PlanSolver;
import org.foresight.planner.solver.SolverBudget;
import org.foresight.planner.solver.WarmStart;
import org.foresight.predictor.EstimateBasis;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.PointDistribution;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.predictor.store.HistoryStorage;

/**
 * Makes the parts of a scheduler fail now and then: they throw, lack memory, hang for a while, or
 * answer garbage. Thread-safe.
 */
final class Faults {

  /** What fails. */
  enum Part {
    /** Not so often, here and below, that most of the time no plan is in force. */
    PLANNER(0.1),
    EVENT(0.2),
    /** Rare, since each costs ten seconds without a plan, and soon more. */
    DISPATCH(0.0002),
    SOLVER(0.2),
    PREDICTOR(0.1),
    /** Whoever is told of a plan. */
    LISTENER(0.1),
    STORE(0.2),
    METRICS(0.1);

    /** How probable it is that a call fails. */
    final double probability;

    Part(double probability) {
      this.probability = probability;
    }
  }

  /** How it fails. */
  enum Kind {
    EXCEPTION,
    ERROR,
    OUT_OF_MEMORY,
    HANG,
    GARBAGE
  }

  /** One that was injected. */
  record Fault(Part part, Kind kind) {}

  private static final long LONGEST_HANG_MILLIS = 3;

  /** Of a planner every so many hangs are longer: more than it may be silent in a test. */
  private static final int HANGS_TO_A_LONG_ONE = 4;

  private static final long SHORTEST_LONG_HANG_MILLIS = 60;
  private static final long LONGEST_LONG_HANG_MILLIS = 200;

  private static final int DISPATCHERS_BEFORE_ONE_FAILS = 20;

  /** The first long one lasts until the planner is told to end, or for so long. */
  private static final long ENDLESS_MILLIS = 60_000;

  private final SplittableRandom random;
  private final boolean isQuick;

  /** How often each part has failed; guarded by this. */
  private final Map<Part, Integer> failures = new EnumMap<>(Part.class);

  /** How many dispatchers were asked for; guarded by this. */
  private int dispatchers;

  private final Multiset<Fault> injected = ConcurrentHashMultiset.create();

  /** How many policies fail by it. */
  private final AtomicInteger policies = new AtomicInteger();

  private volatile OptionalLong longHangSinceNanos = OptionalLong.empty();
  private volatile boolean isOver;

  Faults(long seed) {
    this(seed, false);
  }

  private Faults(long seed, boolean isQuick) {
    this.random = new SplittableRandom(seed);
    this.isQuick = isQuick;
  }

  /** Without those that leave the cluster without a plan for ten seconds. */
  static Faults quick(long seed) {
    return new Faults(seed, true);
  }

  /** From now on everything works. */
  void end() {
    isOver = true;
  }

  int count() {
    return injected.size();
  }

  Multiset<Fault> injected() {
    return injected;
  }

  /** How many policies it was asked to make fail. */
  int policies() {
    return policies.get();
  }

  /** Since when a planner hangs for long, by {@code System.nanoTime}; empty while none does. */
  OptionalLong longHangSinceNanos() {
    return longHangSinceNanos;
  }

  /**
   * How a part fails now; empty if it works. The kinds take turns, and dispatch fails after a while
   * in any case, so that none is missing however seldom a part is called.
   */
  private synchronized Optional<Kind> draw(Part part) {
    int before = failures.getOrDefault(part, 0);
    boolean fails =
        random.nextDouble() < part.probability
            || (part == Part.DISPATCH && ++dispatchers == DISPATCHERS_BEFORE_ONE_FAILS);
    if (isOver || !fails || (isQuick && part == Part.DISPATCH)) {
      return Optional.empty();
    }
    failures.put(part, before + 1);
    return Optional.of(Kind.values()[before % Kind.values().length]);
  }

  private synchronized long draw(long bound) {
    return random.nextLong(bound);
  }

  /** Calls a part that may fail. */
  private <T> T call(Part part, Supplier<T> good, Supplier<T> garbage) {
    Optional<Kind> kind = draw(part);
    kind.ifPresent(drawn -> injected.add(new Fault(part, drawn)));
    if (kind.isEmpty()) {
      return good.get();
    }
    return switch (kind.get()) {
      case EXCEPTION -> throw new IllegalStateException("made up by a test");
      case ERROR -> throw new StackOverflowError("made up by a test");
      case OUT_OF_MEMORY -> throw new OutOfMemoryError("made up by a test");
      case HANG -> {
        hang(part);
        yield good.get();
      }
      case GARBAGE -> garbage.get();
    };
  }

  private void hang(Part part) {
    int hangs = injected.count(new Fault(part, Kind.HANG));
    if (part != Part.PLANNER || hangs % HANGS_TO_A_LONG_ONE != 0) {
      park(draw(LONGEST_HANG_MILLIS));
      return;
    }
    longHangSinceNanos = OptionalLong.of(System.nanoTime());
    park(
        hangs == HANGS_TO_A_LONG_ONE && !isQuick
            ? ENDLESS_MILLIS
            : SHORTEST_LONG_HANG_MILLIS
                + draw(LONGEST_LONG_HANG_MILLIS - SHORTEST_LONG_HANG_MILLIS));
    longHangSinceNanos = OptionalLong.empty();
  }

  /** Whoever is told to end does not go on hanging. */
  private static void park(long millis) {
    long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    long leftNanos = endNanos - System.nanoTime();
    while (leftNanos > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(leftNanos);
      leftNanos = endNanos - System.nanoTime();
    }
  }

  private void run(Part part, Runnable good) {
    Object unused =
        call(
            part,
            () -> {
              good.run();
              return this;
            },
            () -> this);
  }

  SchedulingPolicy in(SchedulingPolicy good) {
    policies.incrementAndGet();
    longHangSinceNanos = OptionalLong.empty(); // Whoever hangs now is replaced by this one.
    return new SchedulingPolicy() {
      @Override
      public String name() {
        return good.name();
      }

      @Override
      public void onEvent(ClusterEvent event) {
        run(Part.EVENT, () -> good.onEvent(event));
      }

      @Override
      public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
        return call(
            Part.PLANNER,
            () -> good.plan(cluster, nowMillis, stop),
            () -> garbagePlan(cluster, nowMillis));
      }

      @Override
      public Dispatcher dispatcher(Plan plan, NodeAdmission admission) {
        return call(
            Part.DISPATCH,
            () -> good.dispatcher(plan, admission),
            () ->
                (node, view, nowMillis) -> {
                  throw new LinkageError("made up by a test");
                });
      }
    };
  }

  PlanSolver in(PlanSolver good) {
    return new PlanSolver() {
      @Override
      public PlanSolution solve(PlanInstance instance, WarmStart warmStart, SolverBudget budget) {
        return call(
            Part.SOLVER,
            () -> good.solve(instance, warmStart, budget),
            () -> garbageSolution(instance));
      }
    };
  }

  RuntimePredictor in(RuntimePredictor good) {
    return new RuntimePredictor() {
      @Override
      public String name() {
        return good.name();
      }

      @Override
      public Optional<JobEstimate> predict(JobFeatures features) {
        return call(Part.PREDICTOR, () -> good.predict(features), Faults.this::garbageEstimate);
      }

      @Override
      public void learn(JobFeatures features, JobOutcome outcome, Optional<JobEstimate> given) {
        run(Part.PREDICTOR, () -> good.learn(features, outcome, given));
      }
    };
  }

  /** It carries plans out; of one that listens there is no garbage: it misses what it is told. */
  PlannerThread.Listener inListener(PlannerThread.Listener good) {
    return (planner, snapshot, plan) ->
        run(Part.LISTENER, () -> good.planned(planner, snapshot, plan));
  }

  /** Misses what it is told, too. */
  EngineObserver in(EngineObserver good) {
    return new EngineObserver() {
      @Override
      public void planned(long millis) {
        run(Part.METRICS, () -> good.planned(millis));
      }

      @Override
      public void planFailed() {
        run(Part.METRICS, good::planFailed);
      }

      @Override
      public void fellBack() {
        run(Part.METRICS, good::fellBack);
      }

      @Override
      public void dispatchFailed() {
        run(Part.METRICS, good::dispatchFailed);
      }

      @Override
      public void replaced() {
        run(Part.METRICS, good::replaced);
      }

      @Override
      public void onEvent(ClusterEvent event) {
        run(Part.METRICS, () -> good.onEvent(event));
      }

      @Override
      public void onHalfSeen(ClusterEvent.JobSubmitted job) {
        run(Part.METRICS, () -> good.onHalfSeen(job));
      }

      @Override
      public void lostSight() {
        run(Part.METRICS, good::lostSight);
      }

      @Override
      public void decided(boolean isDone) {
        run(Part.METRICS, () -> good.decided(isDone));
      }

      @Override
      public void shadowPlanned(long millis) {
        run(Part.METRICS, () -> good.shadowPlanned(millis));
      }

      @Override
      public void shadowPlanFailed() {
        run(Part.METRICS, good::shadowPlanFailed);
      }

      @Override
      public void solved(PlanSolution solution) {
        run(Part.METRICS, () -> good.solved(solution));
      }
    };
  }

  HistoryStorage in(HistoryStorage good) {
    return new HistoryStorage() {
      @Override
      public String location() {
        return good.location();
      }

      @Override
      public Closeable prepare() throws IOException {
        failOrHang();
        return good.prepare();
      }

      @Override
      public ImmutableList<String> list(String folder) throws IOException {
        failOrHang();
        return good.list(folder);
      }

      @Override
      public InputStream read(String name) throws IOException {
        failOrHang();
        return good.read(name);
      }

      @Override
      public void write(String name, Content content) throws IOException {
        failOrHang();
        good.write(name, garbled(content));
      }

      @Override
      public boolean create(String name, Content content) throws IOException {
        failOrHang();
        return good.create(name, content);
      }

      @Override
      public void rename(String from, String to) throws IOException {
        failOrHang();
        good.rename(from, to);
      }

      @Override
      public void delete(String name) throws IOException {
        failOrHang();
        good.delete(name);
      }
    };
  }

  private void failOrHang() throws IOException {
    try {
      run(Part.STORE, () -> {});
    } catch (IllegalStateException e) {
      throw new IOException("made up by a test", e);
    }
  }

  private HistoryStorage.Content garbled(HistoryStorage.Content good) {
    return call(Part.STORE, () -> good, () -> (OutputStream out) -> out.write(0));
  }

  /** Unknown jobs, starts that have long been or never will be, and the known jobs left out. */
  private Plan garbagePlan(ClusterSnapshot cluster, long nowMillis) {
    ImmutableList.Builder<PlannedJob> jobs = ImmutableList.builder();
    for (String job : ImmutableList.of("application_0_0000", "application_1_99999")) {
      jobs.add(planned(job, draw(2) == 0 ? Long.MIN_VALUE : Long.MAX_VALUE));
    }
    if (draw(2) == 0) {
      cluster.jobs().forEach(job -> jobs.add(planned(job.id(), Long.MAX_VALUE)));
    }
    return new Plan(draw(2) == 0 ? nowMillis : Long.MIN_VALUE, jobs.build(), "garbage");
  }

  private PlannedJob planned(String job, long startMillis) {
    return new PlannedJob(
        job,
        OptionalLong.of(startMillis),
        (int) draw(5) - 2,
        draw(2) == 0,
        new Reason(Reason.Code.PLANNED_START, "garbage"));
  }

  private PlanSolution garbageSolution(PlanInstance instance) {
    ImmutableIntArray.Builder choices = ImmutableIntArray.builder();
    for (int i = 0; i <= instance.jobs().size(); i++) {
      choices.add((int) draw(1_000) - 2);
    }
    return new PlanSolution(
        choices.build(),
        Double.NaN,
        Double.NEGATIVE_INFINITY,
        ImmutableDoubleArray.of(Double.NaN),
        "garbage",
        true);
  }

  private Optional<JobEstimate> garbageEstimate() {
    double millis = draw(2) == 0 ? Double.MIN_VALUE : Double.MAX_VALUE;
    return Optional.of(
        new JobEstimate(
            new PointDistribution(millis),
            Double.MIN_VALUE,
            Double.MAX_VALUE,
            new EstimateBasis("garbage", "", "garbage", Integer.MAX_VALUE, 0.0, millis)));
  }
}
