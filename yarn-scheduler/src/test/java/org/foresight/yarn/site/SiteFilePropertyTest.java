package org.foresight.yarn.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class SiteFilePropertyTest {

  @Property(tries = 300)
  void onlyTheKeyThatIsChangedChanges(
      @ForAll("properties") Map<String, String> properties,
      @ForAll("keys") String key,
      @ForAll("values") String value) {
    SiteFile before = SiteFile.parse("x.xml", "<configuration>\n</configuration>\n");
    for (Map.Entry<String, String> property : properties.entrySet()) {
      before = before.with(property.getKey(), property.getValue());
    }

    SiteFile after = before.with(key, value);

    assertThat(after.get(key)).hasValue(value.trim());
    properties.forEach(
        (other, said) -> {
          if (!other.equals(key)) {
            assertThat(after.get(other)).hasValue(said.trim());
          }
        });
    assertThat(after.without(key).get(key)).isEmpty();
    if (!properties.containsKey(key)) {
      assertThat(after.without(key).text()).isEqualTo(before.text());
    }
  }

  @Provide
  Arbitrary<Map<String, String>> properties() {
    return Arbitraries.maps(keys(), values()).ofMaxSize(5);
  }

  @Provide
  Arbitrary<String> keys() {
    return Arbitraries.of("a", "b.c", "b", "foresight.queue.root.x.mode", "value", "name");
  }

  @Provide
  Arbitrary<String> values() {
    return Arbitraries.oneOf(
        Arbitraries.strings().withChars("<>&\"'/!-[] abä").ofMaxLength(12),
        Arbitraries.of("</value>", "<!-- a -->", "<![CDATA[x]]>", "]]>", "</configuration>"));
  }
}
