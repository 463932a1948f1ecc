package org.foresight.traces.logs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Which fields of a JSON value are read; all others are skipped without being kept, as a line may
 * hold megabytes of counters and query plans of which nothing is needed.
 *
 * <p>Immutable. Elements of an array are read as the array's field says.
 */
final class JsonFields {

  /** Reads a value with all that is in it. */
  static final JsonFields ALL = new JsonFields(ImmutableMap.of(), true);

  /** Longest string that is kept, in characters; skipped ones may be as long as the line. */
  private static final int LONGEST_STRING = 1 << 20;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final JsonFactory PARSERS =
      JsonFactory.builder()
          // The logs are UTF-8; a damaged first byte must not make the reader guess otherwise.
          .disable(JsonFactory.Feature.CHARSET_DETECTION)
          // A log may have any number of field names; they must not stay in the JVM for good.
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(LONGEST_STRING).build())
          .build();

  private final ImmutableMap<String, JsonFields> fields;
  private final boolean all;

  private JsonFields(ImmutableMap<String, JsonFields> fields, boolean all) {
    this.fields = fields;
    this.all = all;
  }

  /** Of an object, those fields with all that is in them. */
  static JsonFields of(String... names) {
    return new JsonFields(ImmutableMap.of(), false).and(ALL, names);
  }

  /** Those fields also, and of them what {@code inner} reads. */
  JsonFields and(JsonFields inner, String... names) {
    ImmutableMap.Builder<String, JsonFields> more = ImmutableMap.builder();
    more.putAll(fields);
    for (String name : names) {
      more.put(name, inner);
    }
    return new JsonFields(more.buildOrThrow(), false);
  }

  /** Of an object, every field, and of each what this reads. */
  JsonFields inEveryField() {
    return new JsonFields(ImmutableMap.of("", this), true);
  }

  /** What is read of the field; null if it is skipped. */
  @Nullable JsonFields inside(String name) {
    return all ? fields.getOrDefault("", ALL) : fields.get(name);
  }

  /** A parser for {@link #read}; it does not close its input. */
  static JsonParser parser(InputStream input) throws IOException {
    return PARSERS.createParser(input);
  }

  /**
   * Reads the value whose first token the parser is at, and leaves the parser at its last.
   *
   * @throws com.fasterxml.jackson.core.JsonProcessingException if it is malformed
   */
  JsonNode read(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        ObjectNode object = NODES.objectNode();
        String name = parser.nextFieldName();
        while (name != null) {
          JsonFields inside = inside(name);
          parser.nextToken();
          if (inside == null) {
            parser.skipChildren();
          } else {
            object.set(name, inside.read(parser));
          }
          name = parser.nextFieldName();
        }
        yield object;
      }
      case START_ARRAY -> {
        ArrayNode array = NODES.arrayNode();
        while (!parser.nextToken().isStructEnd()) {
          array.add(read(parser));
        }
        yield array;
      }
      case VALUE_NUMBER_INT ->
          parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
              ? NODES.numberNode(parser.getBigIntegerValue())
              : NODES.numberNode(parser.getLongValue());
      case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDoubleValue());
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      case VALUE_NULL -> NODES.nullNode();
      default -> NODES.textNode(parser.getText());
    };
  }
}
