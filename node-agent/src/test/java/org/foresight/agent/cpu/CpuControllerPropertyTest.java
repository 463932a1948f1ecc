package org.foresight.agent.cpu;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * Whatever is done in whatever order, whatever fails and whenever the process is killed: in the end
 * every container has what it had, or what somebody else has given it.
 */
class CpuControllerPropertyTest {
  private static final Path JOURNAL = Path.of("/journal");
  private static final Path V1_ROOT = Path.of("/v1/hadoop-yarn");
  private static final Path V2_ROOT = Path.of("/v2/hadoop-yarn");
  private static final int CONTAINERS = 3;

  /** What may be done next, by number. */
  private enum Step {
    ATTACH,
    SUSPEND,
    RESUME,
    DETACH,
    TIDY,
    CLOSE,
    SOMEBODY_ELSE,
    FAIL_NEXT,
    FAIL_AFTER_NEXT,
    FAIL_OTHERWISE,
    KILL_BEFORE,
    KILL_AFTER,
    END
  }

  @Property(tries = 400)
  void quotasOfVersion1AreRestored(
      @ForAll @Size(max = 40) List<@IntRange(min = 0, max = 38) Integer> steps, @ForAll long seed) {
    run(steps, new QuotaScene(CgroupVersion.V1, seed));
  }

  @Property(tries = 400)
  void limitsOfVersion2AreRestored(
      @ForAll @Size(max = 40) List<@IntRange(min = 0, max = 38) Integer> steps, @ForAll long seed) {
    run(steps, new QuotaScene(CgroupVersion.V2, seed));
  }

  @Property(tries = 400)
  void stoppedProcessesGoOn(
      @ForAll @Size(max = 40) List<@IntRange(min = 0, max = 38) Integer> steps) {
    run(steps, new StopScene());
  }

  private static void run(List<Integer> steps, Scene scene) {
    CpuController controller = scene.newLife();
    for (int step : steps) {
      String container = "container_" + step / Step.values().length;
      try {
        switch (Step.values()[step % Step.values().length]) {
          case ATTACH -> controller.attach(container, scene.process(container));
          case SUSPEND -> {
            controller.suspend(container);
            scene.requireSuspended(container);
          }
          case RESUME -> {
            controller.resume(container);
            scene.requireWhole(container);
          }
          case DETACH -> controller.detach(container);
          case TIDY -> controller.tidy();
          case CLOSE -> {
            controller.close();
            controller = scene.newLife();
          }
          case SOMEBODY_ELSE -> scene.somebodyElseChanges(container);
          case FAIL_NEXT -> scene.machine.fate = new Doom(0, false, false);
          case FAIL_OTHERWISE ->
              scene.machine.fate =
                  FakeMachine.failsOnce(
                      () -> {
                        throw new SecurityException("No.");
                      });
          case FAIL_AFTER_NEXT -> scene.machine.fate = new Doom(1, false, false);
          case KILL_BEFORE -> scene.machine.fate = new Doom(step % 3, true, false);
          case KILL_AFTER -> scene.machine.fate = new Doom(step % 3, true, true);
          case END -> scene.end(container);
        }
      } catch (FakeMachine.Killed e) {
        scene.machine.fate = FakeMachine.KIND;
        controller = scene.newLife();
      } catch (IOException | IllegalArgumentException | SecurityException e) {
        // It failed, or there was nothing to do it with: what counts is how it ends.
      }
    }
    scene.machine.fate = FakeMachine.KIND;
    if (steps.size() % 2 == 0) {
      controller.close();
    } else {
      scene.newLife().close(); // The one before was killed in this moment.
    }
    for (int i = 0; i < CONTAINERS; i++) {
      scene.requireWhole("container_" + i);
    }
    assertThat(scene.machine.list(JOURNAL)).isEmpty();
  }

  /** Lets one of the next operations fail, or be the last. */
  private static final class Doom implements FakeMachine.Fate {
    private int left;
    private final boolean kills;
    private final boolean after;

    Doom(int left, boolean kills, boolean after) {
      this.left = left;
      this.kills = kills;
      this.after = after;
    }

    @Override
    public void before() throws IOException {
      if (left == 0 && !after) {
        left--;
        if (kills) {
          throw new FakeMachine.Killed();
        }
        throw new IOException("No.");
      }
    }

    @Override
    public void after() {
      if (left-- == 0 && after) {
        throw new FakeMachine.Killed();
      }
    }
  }

  /** A machine with some containers on it. */
  private abstract static class Scene {
    final FakeMachine machine = new FakeMachine();

    /** A controller that knows nothing but what is on the machine. */
    CpuController newLife() {
      try {
        Journal journal = new Journal(JOURNAL, machine);
        ProcessTable processes = new ProcessTable(FakeMachine.PROC, machine);
        LeftBehind leftBehind = new LeftBehind(journal, processes, machine, machine);
        return new DefaultCpuController(
            means(processes), journal, leftBehind, leftBehind.undoAll());
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    abstract Means means(ProcessTable processes);

    abstract long process(String container);

    abstract void somebodyElseChanges(String container);

    abstract void end(String container);

    abstract void requireSuspended(String container);

    abstract void requireWhole(String container);
  }

  private static final class QuotaScene extends Scene {
    private final CgroupVersion version;
    private final Path root;
    private final Random random;

    /** What containers are to have. */
    private final Map<String, CpuLimit> whole = new HashMap<>();

    QuotaScene(CgroupVersion version, long seed) {
      this.version = version;
      this.root = version == CgroupVersion.V1 ? V1_ROOT : V2_ROOT;
      this.random = new Random(seed);
      for (int i = 0; i < CONTAINERS; i++) {
        add("container_" + i);
      }
    }

    private void add(String container) {
      CpuLimit limit = someLimit();
      whole.put(container, limit);
      if (version == CgroupVersion.V1) {
        machine.addV1(root.resolve(container), limit.quotaMicros(), limit.periodMicros());
      } else {
        machine.addV2(
            root.resolve(container),
            (limit.quotaMicros() < 0 ? "max" : limit.quotaMicros()) + " " + limit.periodMicros());
      }
    }

    private CpuLimit someLimit() {
      long period = random.nextBoolean() ? 100_000 : 50_000;
      return new CpuLimit(
          random.nextInt(3) == 0 ? CpuLimit.UNLIMITED : 1_000 + random.nextInt(400_000), period);
    }

    @Override
    Means means(ProcessTable processes) {
      return new QuotaMeans(
          "quota", new HadoopCgroups(version, root, machine), 0.05, FakeMachine.PROC, machine);
    }

    @Override
    long process(String container) {
      return 0;
    }

    @Override
    void somebodyElseChanges(String container) {
      // Not to what a suspended one has: nobody could tell the two apart.
      CpuLimit limit = new CpuLimit(6_001 + random.nextInt(100_000), now(container).periodMicros());
      whole.put(container, limit);
      try {
        FakeMachine.Fate fate = machine.fate;
        machine.fate = FakeMachine.KIND;
        version.write(machine, root.resolve(container), limit);
        machine.fate = fate;
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    void end(String container) {
      machine.removeFolder(root.resolve(container));
      add(container); // Another run of it, with a group of its own.
    }

    @Override
    void requireSuspended(String container) {
      // Unless somebody else has changed it since.
      assertThat(now(container)).isIn(whole(container).atMost(0.05), whole(container));
    }

    @Override
    void requireWhole(String container) {
      assertThat(now(container)).as(container).isEqualTo(whole(container));
    }

    private CpuLimit whole(String container) {
      return requireNonNull(whole.get(container));
    }

    private CpuLimit now(String container) {
      try {
        return version.read(machine, root.resolve(container));
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static final class StopScene extends Scene {
    StopScene() {
      for (int i = 0; i < CONTAINERS; i++) {
        add(i);
      }
    }

    private void add(int number) {
      long leader = 100L * (number + 1);
      machine.begin(leader, 1, leader, leader);
      machine.begin(leader + 1, leader, leader, leader);
      machine.begin(leader + 2, leader + 1, leader + 2, leader);
    }

    @Override
    Means means(ProcessTable processes) {
      // Of these no beat is ever due.
      return new DutyCycleMeans(0.05, processes, machine, new ScheduledThreadPoolExecutor(0));
    }

    @Override
    long process(String container) {
      return 100L * (number(container) + 1);
    }

    private static int number(String container) {
      return Integer.parseInt(container.substring(container.indexOf('_') + 1));
    }

    private ImmutableList<Long> processes(String container) {
      long leader = process(container);
      return ImmutableList.of(leader, leader + 1, leader + 2);
    }

    @Override
    void somebodyElseChanges(String container) {
      machine.end(process(container) + 1);
    }

    @Override
    void end(String container) {
      processes(container).forEach(machine::end);
      add(number(container));
    }

    @Override
    void requireSuspended(String container) {}

    @Override
    void requireWhole(String container) {
      assertThat(processes(container)).as(container).noneMatch(machine::isStopped);
    }
  }
}
