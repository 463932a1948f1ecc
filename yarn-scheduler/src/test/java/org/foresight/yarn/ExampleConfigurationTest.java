package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The examples that an operator copies must agree with the code. */
class ExampleConfigurationTest {
  private static final Path EXAMPLES = Path.of("..", "conf");

  /** The keys whose default is empty. */
  private static final Set<String> EMPTY =
      Set.of(ForesightConfiguration.QUEUES, ForesightConfiguration.HISTORY);

  @Test
  void foresightSiteHasEveryKeyAndNoOther() throws Exception {
    assertThat(stated("foresight-site.xml").keySet()).isEqualTo(ForesightConfiguration.KEYS);
  }

  @Test
  void foresightSiteStatesTheDefaults() throws Exception {
    assertThat(ForesightConfiguration.read(load("foresight-site.xml")))
        .isEqualTo(ForesightConfiguration.read(new Configuration(false)));
    // An empty value reads as the default, so it must not stand in for a stated one.
    assertThat(stated("foresight-site.xml"))
        .allSatisfy((key, value) -> assertThat(value.isEmpty()).isEqualTo(EMPTY.contains(key)));
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

  /** Names and values as they stand in the file; Hadoop's own reader drops empty values. */
  private static Map<String, String> stated(String name) throws Exception {
    NodeList properties =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(EXAMPLES.resolve(name).toFile())
            .getElementsByTagName("property");
    Map<String, String> stated = new HashMap<>();
    for (int i = 0; i < properties.getLength(); i++) {
      Element property = (Element) properties.item(i);
      stated.put(text(property, "name"), text(property, "value"));
    }
    return stated;
  }

  private static String text(Element property, String child) {
    return property.getElementsByTagName(child).item(0).getTextContent().trim();
  }

  private static Configuration load(String name) {
    Path file = EXAMPLES.resolve(name);
    assertThat(file).isRegularFile();
    Configuration conf = new Configuration(false);
    conf.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
    return conf;
  }
}
