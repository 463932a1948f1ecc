package org.foresight.yarn.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SiteFileTest {
  private static final String SITE =
      """
      <?xml version="1.0"?>
      <!-- <property><name>a</name><value>of the comment</value></property> -->
      <configuration>

        <property>
          <name>a</name>
          <value> one &amp; two </value> <!-- keep -->
          <final>true</final>
        </property>

        <property>
          <value/>
          <name>empty</name>
        </property>
        <property><name>data</name><value><![CDATA[</value>]]></value></property>
      </configuration>
      <!-- the end -->
      """;

  @Test
  void readsWhatHadoopReads() {
    SiteFile site = SiteFile.parse("x.xml", SITE);

    assertThat(site.get("a")).hasValue("one & two");
    assertThat(site.get("empty")).hasValue("");
    assertThat(site.get("data")).hasValue("</value>");
    assertThat(site.get("b")).isEmpty();
    assertThat(site.text()).isEqualTo(SITE);
  }

  @Test
  void changesTheValueAndNothingElse() {
    assertThat(SiteFile.parse("x.xml", SITE).with("a", "1 < 2").text())
        .isEqualTo(SITE.replace(" one &amp; two ", "1 &lt; 2"));
    assertThat(SiteFile.parse("x.xml", SITE).with("empty", "full").text())
        .isEqualTo(SITE.replace("<value/>", "<value>full</value>"));
    assertThat(SiteFile.parse("x.xml", SITE).with("data", "").text())
        .isEqualTo(SITE.replace("<![CDATA[</value>]]>", ""));
  }

  @Test
  void whatIsAddedComesLastAndGoesWithoutTrace() {
    SiteFile added = SiteFile.parse("x.xml", SITE).with("b", "new");

    assertThat(added.text())
        .isEqualTo(
            SITE.replace(
                "</configuration>",
                """
                  <property>
                    <name>b</name>
                    <value>new</value>
                  </property>
                </configuration>"""));
    assertThat(added.without("b").text()).isEqualTo(SITE);
    assertThat(added.without("c")).isSameAs(added);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<configuration/>",
        "<configuration></configuration>",
        "<configuration><property><name>a</name><value>1</value></property></configuration>",
        "<configuration><property><name>b</name></property></configuration>"
      })
  void filesOnOneLineAreEditedToo(String text) {
    SiteFile changed = SiteFile.parse("x.xml", text).with("b", "2");

    assertThat(changed.get("b")).hasValue("2");
    assertThat(changed.get("a")).isEqualTo(SiteFile.parse("x.xml", text).get("a"));
    assertThat(changed.without("b").get("b")).isEmpty();
  }

  @Test
  void linesEndAsTheyDoInTheFile() {
    String windows = SITE.replace("\n", "\r\n");

    SiteFile added = SiteFile.parse("x.xml", windows).with("b", "new");

    assertThat(added.text().replace("\r\n", "")).doesNotContain("\n", "\r");
    assertThat(added.without("b").text()).isEqualTo(windows);
  }

  @Test
  void byteOrderMarkStaysWhereHadoopReadsOn() {
    SiteFile marked = SiteFile.parse("x.xml", "\uFEFF" + SITE);

    assertThat(marked.get("a")).hasValue("one & two");
    assertThat(marked.with("b", "new").without("b").text()).isEqualTo("\uFEFF" + SITE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<configuration><property></configuration>|line 1: this is not XML",
        "|line 1: this is not XML",
        "<html/>|it has <html> where Hadoop's files have <configuration>",
        "<configuration><include href='a'/></configuration>|it has <include>, which is not edited",
        "<!DOCTYPE configuration><configuration/>|it has a document type declaration",
        "<configuration><property name='a' value='b'/></configuration>|properties with attributes"
      })
  void whatCannotBeEditedIsRefused(String text, String message) {
    assertThatThrownBy(() -> SiteFile.parse("x.xml", text == null ? "" : text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("x.xml")
        .hasMessageContaining(message);
  }

  @Test
  void keyThatIsThereTwiceIsRefused() {
    SiteFile site = SiteFile.parse("x.xml", SITE.replace("<name>empty</name>", "<name>a</name>"));

    assertThatThrownBy(() -> site.with("a", "1"))
        .hasMessage("x.xml: a is there 2 times; keep one of them.");
    assertThatThrownBy(() -> site.get("a")).isInstanceOf(IllegalArgumentException.class);
    assertThat(site.with("b", "1").get("b")).hasValue("1");
  }

  @Test
  void ourOwnFilesCanBeEdited() throws IOException {
    for (String name : new String[] {"foresight-site.xml", "yarn-site.xml"}) {
      String text = Files.readString(Path.of("../conf", name));
      SiteFile site = SiteFile.parse(name, text);

      assertThat(site.with("a.new.key", "1").without("a.new.key").text()).isEqualTo(text);
    }
    String site = Files.readString(Path.of("../conf/foresight-site.xml"));
    assertThat(
            SiteFile.parse("foresight-site.xml", site).with("foresight.history.dir", "/x").text())
        .hasLineCount((int) site.lines().count())
        .contains("<value>/x</value>");
  }
}
