package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** The examples that an operator copies must agree with the code. */
class ExampleConfigurationTest {
  private static final Path EXAMPLES = Path.of("..", "conf");

  @Test
  void foresightSiteStatesTheDefaults() throws InvalidConfigurationException {
    assertThat(ForesightConfiguration.read(load("foresight-site.xml")))
        .usingRecursiveComparison()
        .usingOverriddenEquals()
        .ignoringFields("given") // They say the same, one by saying nothing.
        .isEqualTo(ForesightConfiguration.read(new Configuration(false)));
  }

  @Test
  void yarnSiteNamesTheScheduler() {
    assertThat(load("yarn-site.xml").get("yarn.resourcemanager.scheduler.class"))
        .isEqualTo(ForesightScheduler.class.getName());
  }

  @Test
  void capacitiesOfTheExampleQueuesSumUpToTheWhole() {
    Configuration queues = load("capacity-scheduler.xml");
    String root = "yarn.scheduler.capacity.root.";

    assertThat(
            ImmutableSet.copyOf(queues.getTrimmedStrings(root + "queues")).stream()
                .mapToInt(queue -> queues.getInt(root + queue + ".capacity", 0))
                .sum())
        .isEqualTo(100);
  }

  private static Configuration load(String name) {
    Path file = EXAMPLES.resolve(name);
    assertThat(file).isRegularFile();
    Configuration conf = new Configuration(false);
    conf.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
    return conf;
  }
}
