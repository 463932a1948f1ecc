package org.foresight.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadTest {

  private static final Pattern NODE = Pattern.compile("10(\\.[0-9]+){3}");

  private static final Load SMALL = new Load(90, 4, 1_000, 7, 50, 0, 0, 1, 1, 2_000, 6_000);

  @Test
  void theSameSeedIsTheSameLoad() {
    assertThat(SMALL.generate(1)).isEqualTo(SMALL.generate(1)).isNotEqualTo(SMALL.generate(2));
  }

  @Test
  void theBigApplicationIsOneMoreAndInItsOwnQueue() {
    List<Load.Application> with = SMALL.withBigTasks(1_000_000).generate(1);

    assertThat(with.subList(0, 7)).isEqualTo(SMALL.generate(1));
    assertThat(with).hasSize(8);
    assertThat(SMALL.withBigTasks(1_000_000).containers() - SMALL.containers())
        .isEqualTo(1_000_001);
    assertThat(SMALL.containers()).isEqualTo(7 * 51);
    assertThat(with.get(7).tasks()).isEqualTo(1_000_000);
    assertThat(with).filteredOn(app -> app.queue().equals(Load.BIG_QUEUE)).hasSize(1);
  }

  @Test
  void allQueuesHaveApplications() {
    assertThat(SMALL.generate(1)).extracting(Load.Application::queue).contains("q0", "q4");
  }

  @Test
  void anEmptyClusterIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Load(0, 4, 1_000, 7, 50, 0, 0, 1, 1, 2_000, 6_000))
        .withMessageContaining("Nodes (0)")
        .withMessageContaining("must be positive");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SMALL.withBigTasks(-1))
        .withMessageContaining("bigTasks (-1)");
  }

  @Test
  void everyNodeHasARackAndAnAddressOfItsOwn(@TempDir Path folder) throws Exception {
    LoadFiles files = LoadFiles.in(folder);

    files.write(new Load(70_000, 4, 1_000, 7, 50, 0, 0, 1, 1, 2_000, 6_000));

    List<String> racks = Files.readAllLines(files.nodes());
    assertThat(racks).hasSize(70_000 / 40);
    assertThat(racks.stream().flatMap(rack -> NODE.matcher(rack).results()).map(MatchResult::group))
        .hasSize(70_000)
        .doesNotHaveDuplicates();
  }
}
