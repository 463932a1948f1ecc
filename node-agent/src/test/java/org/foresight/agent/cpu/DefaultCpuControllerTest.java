package org.foresight.agent.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** That a failure of any kind hinders what it is about, and nothing else. */
class DefaultCpuControllerTest {
  private static final Path ROOT = Path.of("/v1/hadoop-yarn");
  private static final CpuLimit WHOLE = new CpuLimit(200_000, 100_000);
  private static final CpuLimit LITTLE = WHOLE.atMost(0.05);
  private static final String ONE = "container_1";
  private static final String OTHER = "container_2";

  private final FakeMachine machine = new FakeMachine();
  private final Journal journal = new Journal(Path.of("/journal"), machine);
  private final LeftBehind leftBehind =
      new LeftBehind(journal, new ProcessTable(FakeMachine.PROC, machine), machine, machine);
  private final FragileMeans means = new FragileMeans();
  private final CpuController controller =
      new DefaultCpuController(means, journal, leftBehind, ImmutableList.of());

  @BeforeEach
  void suspendTwo() throws IOException {
    for (String container : ImmutableList.of(ONE, OTHER)) {
      machine.addV1(ROOT.resolve(container), WHOLE.quotaMicros(), WHOLE.periodMicros());
      controller.attach(container, 0);
      controller.suspend(container);
      assertThat(limit(container)).isEqualTo(LITTLE);
    }
  }

  @Test
  void whateverHindersOneTheOtherIsGivenBackAtTheEnd() {
    failOnce();
    controller.close();

    assertThat(limit(ONE)).isEqualTo(LITTLE);
    assertThat(limit(OTHER)).isEqualTo(WHOLE);
    assertThat(means.closed).isTrue();
    assertThat(machine.sendsNoMore).isTrue();
  }

  @Test
  void whateverHindersOneTheOtherIsGivenBackByTidying() {
    for (String container : ImmutableList.of(ONE, OTHER)) {
      failOnce();
      assertThatThrownBy(() -> controller.resume(container))
          .isInstanceOf(UncheckedIOException.class);
    }

    failOnce();
    controller.tidy();
    assertThat(limit(ONE)).isEqualTo(LITTLE);
    assertThat(limit(OTHER)).isEqualTo(WHOLE);

    controller.tidy();
    assertThat(limit(ONE)).isEqualTo(WHOLE);
  }

  @Test
  void everythingIsClosedWhateverFailsBefore() {
    means.isBroken = true;

    assertThatThrownBy(controller::close).isInstanceOf(IllegalStateException.class);

    assertThat(limit(ONE)).isEqualTo(WHOLE);
    assertThat(limit(OTHER)).isEqualTo(WHOLE);
    assertThat(means.closed).isTrue();
    assertThat(machine.sendsNoMore).isTrue();
  }

  @Test
  void theNextLifeGoesOnAfterWhateverFails() throws IOException {
    failOnce();

    assertThat(leftBehind.undoAll()).extracting(Change::container).containsExactly(ONE);

    assertThat(limit(ONE)).isEqualTo(LITTLE);
    assertThat(limit(OTHER)).isEqualTo(WHOLE);
    assertThat(leftBehind.undoAll()).isEmpty();
    assertThat(limit(ONE)).isEqualTo(WHOLE);
  }

  /** A quantum ends many times in the life of a container. */
  @Test
  void theJournalIsNotWrittenAgainForWhatItSaysAlready() throws IOException {
    controller.resume(ONE);
    assertThat(limit(ONE)).isEqualTo(WHOLE);
    assertThat(journal.all()).extracting(Change::container).containsExactly(ONE, OTHER);

    int[] writes = {0};
    machine.fate =
        new FakeMachine.Fate() {
          @Override
          public void before() {
            writes[0]++;
          }

          @Override
          public void after() {}
        };
    controller.suspend(ONE);

    assertThat(writes[0]).as("writes of a quota").isEqualTo(1);
    controller.resume(ONE);
    assertThat(writes[0]).as("writes of a quota").isEqualTo(2);
    assertThat(limit(ONE)).isEqualTo(WHOLE);
    controller.detach(ONE);
    assertThat(journal.all()).extracting(Change::container).containsExactly(OTHER);
  }

  @Test
  void theJournalIsWrittenAgainWhereItsFileIsGone() throws IOException {
    controller.resume(ONE);
    machine.delete(Path.of("/journal").resolve(ONE + ".changed"));

    controller.suspend(ONE);

    assertThat(journal.all()).extracting(Change::container).containsExactly(ONE, OTHER);
  }

  @Test
  void whatTheJournalCouldNotForgetItForgetsLater() throws IOException {
    controller.resume(ONE);
    failOnce();
    assertThatThrownBy(() -> controller.detach(ONE)).isInstanceOf(UncheckedIOException.class);
    assertThat(journal.all()).extracting(Change::container).containsExactly(ONE, OTHER);

    controller.tidy();

    assertThat(journal.all()).extracting(Change::container).containsExactly(OTHER);
  }

  private void failOnce() {
    machine.fate =
        FakeMachine.failsOnce(
            () -> {
              throw new UncheckedIOException(new IOException("No."));
            });
  }

  private CpuLimit limit(String container) {
    try {
      return CgroupVersion.V1.read(machine, ROOT.resolve(container));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Sets limits until it is broken. */
  private final class FragileMeans implements Means {
    boolean isBroken;
    boolean closed;

    @Override
    public String name() {
      return "fragile";
    }

    @Override
    public void attach(String container, long process) {}

    @Override
    public Optional<Change> change(String container) {
      return Optional.of(
          new Change.Quota(
              container, CgroupVersion.V1, ROOT.resolve(container), WHOLE, LITTLE.quotaMicros()));
    }

    @Override
    public void apply(Change change) throws IOException {
      CgroupVersion.V1.write(machine, ROOT.resolve(change.container()), LITTLE);
    }

    @Override
    public void release(String container) {}

    @Override
    public void detach(String container) {}

    @Override
    public OptionalLong cpuNanos(String container) {
      return OptionalLong.empty();
    }

    @Override
    public void tidy() {
      if (isBroken) {
        throw new IllegalStateException("Broken.");
      }
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
