package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationFilesTest {
  @TempDir private Path folder;
  private final Configuration atStart = new Configuration(false);

  @BeforeEach
  void lookIntoTheFolder() throws MalformedURLException {
    atStart.setClassLoader(new URLClassLoader(new URL[] {folder.toUri().toURL()}, null));
  }

  @Test
  void withoutAnyFileTheDefaultsCount() throws InvalidConfigurationException {
    assertThat(files().readFirst().modes().areOff()).isTrue();
  }

  @Test
  void fileIsReadAnewEveryTime() throws Exception {
    site("foresight.mode", "shadow");
    ConfigurationFiles files = files();
    assertThat(files.readFirst().modes().general()).isEqualTo(Mode.SHADOW);

    site("foresight.mode", "on");
    assertThat(files.read(none()).modes().general()).isEqualTo(Mode.ON);
  }

  @Test
  void fileThatIsGoneIsNoWishToHaveEveryQueueOff() throws Exception {
    site("foresight.mode", "on");
    ConfigurationFiles files = files();
    ForesightConfiguration first = files.readFirst();
    Files.delete(folder.resolve("foresight-site.xml"));

    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(() -> files.read(none()))
        .withMessageStartingWith("foresight-site.xml is gone. Put it back, or");

    site("foresight.mode", "on");
    assertThat(files.read(none())).isEqualTo(first);
  }

  @Test
  void switchIsReadWhateverElseIsNotAccepted() throws Exception {
    site("foresight.mode", "half");
    ConfigurationFiles files = files();

    assertThat(files.wantsOff(none())).isFalse();
    assertThat(files.wantsOff(file("foresight.enabled", "true"))).isFalse();
    assertThat(files.wantsOff(file("foresight.enabled", "false"))).isTrue();
  }

  @Test
  void whatTheResourceManagerWasToldAtItsStartGoesBeforeAllFiles() throws Exception {
    site("foresight.mode", "shadow");
    Configuration yarnSite = file("foresight.mode", "shadow");
    atStart.set("foresight.mode", "on");

    assertThat(files().readFirst().modes().general()).isEqualTo(Mode.ON);
    assertThat(files().read(yarnSite).modes().general()).isEqualTo(Mode.ON);
  }

  @Test
  void yarnSiteAsItIsNowGoesBeforeForesightSite() throws Exception {
    site("foresight.mode", "shadow");
    atStart.addResource(file("foresight.mode", "on"));
    ConfigurationFiles files = files();
    assertThat(files.readFirst().modes().general()).isEqualTo(Mode.ON);

    assertThat(files.read(file("foresight.mode", "off")).modes().general()).isEqualTo(Mode.OFF);
    assertThat(files.read(none()).modes().general()).isEqualTo(Mode.SHADOW);
  }

  @Test
  void keyThatIsGoneFromYarnSiteIsGone() throws Exception {
    atStart.addResource(file("foresight.mode", "on"));
    ConfigurationFiles files = files();
    assertThat(files.readFirst().modes().general()).isEqualTo(Mode.ON);

    assertThat(files.read(none()).modes().areOff()).isTrue();
  }

  @Test
  void fileWithTheProblemIsNamed() throws Exception {
    site("foresight.cycle-millis", "often");

    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(() -> files().readFirst())
        .withMessage(
            "foresight-site.xml: The value (often) of foresight.cycle-millis is not accepted; it"
                + " must be a whole number from 1 to 86400000 (ms).");
    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(() -> files().read(file("foresight.cycle-millis", "seldom")))
        .withMessageStartingWith("yarn-site.xml: The value (seldom) of foresight.cycle-millis");
  }

  @Test
  void fileThatIsNoXmlIsRefused() throws Exception {
    Files.writeString(folder.resolve("foresight-site.xml"), "<configuration><property>");

    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(() -> files().readFirst())
        .withMessageStartingWith("foresight-site.xml or another file can't be read: ");
  }

  private ConfigurationFiles files() {
    return new ConfigurationFiles(atStart);
  }

  private static Configuration none() {
    return new Configuration(false);
  }

  /** A configuration that was read from a file. */
  private Configuration file(String key, String value) throws IOException {
    Path file = Files.createTempFile(folder, "some", ".xml");
    Files.writeString(file, xml(key, value));
    Configuration conf = new Configuration(false);
    conf.addResource(Files.newInputStream(file)); // As the ResourceManager reads yarn-site.xml.
    return conf;
  }

  private void site(String key, String value) throws IOException {
    Files.writeString(folder.resolve("foresight-site.xml"), xml(key, value));
  }

  private static String xml(String key, String value) {
    return "<configuration><property><name>%s</name><value>%s</value></property></configuration>"
        .formatted(key, value);
  }
}
