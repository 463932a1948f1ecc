package org.foresight.traces.logs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.base.CharMatcher;
import com.google.common.collect.ImmutableSet;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.ZipException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.foresight.traces.TraceBytes;
import org.foresight.traces.TraceFormatException;
import org.jspecify.annotations.Nullable;

/**
 * The events of a history in Avro's binary encoding: a line with their schema, then one after
 * another. They are given as what Avro's JSON encoding of them would be read as.
 *
 * <p>An event says nothing of its length, so behind a damaged one nothing more is read.
 *
 * <p>Source: {@code org.apache.hadoop.mapreduce.jobhistory.EventWriter} of Hadoop; the
 * specification of Avro 1.11.
 *
 * <p>Not thread-safe.
 */
final class AvroEvents implements LogEvents {

  /** That of Hadoop 3.5 has 10,000. */
  private static final int LONGEST_SCHEMA = 1 << 20;

  private static final int SCHEMA_LINE = 2;
  private static final String SCHEMA = "the schema of a MapReduce history's events, as JSON";
  private static final String EVENT = "an event in Avro's binary encoding, of the file's schema";
  private static final int LONGEST_MESSAGE = 200;
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Path file;
  private final LineBytes bytes;
  private final Schema schema;
  private final GenericDatumReader<IndexedRecord> reader;
  private final Input input;
  private final BinaryDecoder binary;
  private final BoundedDecoder decoder;
  private long eventNumber;

  private AvroEvents(Path file, LineBytes bytes, Schema schema) throws IOException {
    this.file = file;
    this.bytes = bytes;
    this.schema = schema;
    this.reader = new GenericDatumReader<>(schema);
    this.input = new Input(bytes.rest());
    this.binary = DecoderFactory.get().binaryDecoder(input, null);
    this.decoder = new BoundedDecoder(binary);
  }

  /**
   * Reads the schema.
   *
   * @param bytes the file, at the end of the line before the schema; closed with the events
   * @throws TraceFormatException if there is no schema, or of something else
   */
  static AvroEvents open(Path file, LineBytes bytes) throws IOException {
    try {
      String line =
          bytes.nextLine()
              ? new String(bytes.readNBytes(LONGEST_SCHEMA + 1), StandardCharsets.UTF_8)
              : "";
      if (line.length() > LONGEST_SCHEMA) {
        throw noSchema(file, "it is longer than " + LONGEST_SCHEMA + " bytes");
      }
      return new AvroEvents(file, bytes, schema(file, line));
    } catch (EOFException | ZipException e) {
      throw TraceBytes.damagedGzip(file, bytes.lineNumber(), e);
    }
  }

  private static Schema schema(Path file, String line) {
    Schema schema;
    try {
      schema = new Schema.Parser().parse(line);
    } catch (RuntimeException e) {
      // Avro has an exception for this, but what is damaged runs into others as well.
      throw noSchema(file, String.valueOf(e.getMessage()));
    }
    // An event of no bytes would come for ever.
    if (schema.getType() != Schema.Type.RECORD
        || !isOfType(schema.getField("type"), Schema.Type.ENUM)
        || !isOfType(schema.getField("event"), Schema.Type.UNION)) {
      throw noSchema(file, "it is no record of an enum \"type\" and a union \"event\"");
    }
    if (!isBounded(schema, ImmutableSet.of())) {
      throw noSchema(file, "it has a type that contains itself, or one of fixed size");
    }
    return schema;
  }

  private static boolean isOfType(Schema.@Nullable Field field, Schema.Type type) {
    return field != null && field.schema().getType() == type;
  }

  /** Whether what a value takes is bounded by what {@link BoundedDecoder} gives. */
  private static boolean isBounded(Schema schema, ImmutableSet<String> around) {
    return switch (schema.getType()) {
      case RECORD -> {
        String name = schema.getFullName();
        ImmutableSet<String> inside =
            ImmutableSet.<String>builder().addAll(around).add(name).build();
        yield !around.contains(name)
            && schema.getFields().stream().allMatch(field -> isBounded(field.schema(), inside));
      }
      case ARRAY -> isBounded(schema.getElementType(), around);
      case MAP -> isBounded(schema.getValueType(), around);
      case UNION -> schema.getTypes().stream().allMatch(type -> isBounded(type, around));
      case FIXED -> false;
      default -> true;
    };
  }

  private static TraceFormatException noSchema(Path file, String why) {
    return new TraceFormatException(
        file, SCHEMA_LINE, "found no schema (" + printable(why) + "); accepted: " + SCHEMA + ".");
  }

  /**
   * {@inheritDoc}
   *
   * <p>A last event that the end of the file cuts off is what a history looks like while it is
   * being written: it is noted only.
   */
  @Override
  public void forEach(JsonFields fields, LogFindings findings, Handler handler) throws IOException {
    boolean more = true;
    while (more) {
      eventNumber++;
      IndexedRecord event = next(findings);
      more = event != null;
      if (event != null) {
        try {
          LogPosition position = LogPosition.event(file, eventNumber);
          more = handler.accept(new JsonRecord(position, "", json(schema, event, fields)));
        } catch (TraceFormatException e) {
          findings.problem(e);
        }
      }
    }
  }

  /** The next event; null if there is no more that can be read. */
  private @Nullable IndexedRecord next(LogFindings findings) throws IOException {
    boolean cut = false;
    try {
      if (!binary.isEnd()) {
        decoder.nextValue();
        return reader.read(null, decoder);
      }
    } catch (EOFException e) {
      cut = true;
    } catch (IOException | RuntimeException e) {
      // Avro checks but some of what it reads; an index of an enum may also be out of bounds.
      findings.problem(noEvent(e));
      return null;
    }
    if (input.failure != null) {
      findings.problem(damagedGzip(input.failure));
    } else if (cut) {
      findings.note(file, "event " + eventNumber + " is cut off; the history is read up to there.");
    }
    return null;
  }

  private TraceFormatException noEvent(Exception cause) {
    TraceFormatException problem =
        LogPosition.event(file, eventNumber)
            .problem(
                "found no event ("
                    + printable(String.valueOf(cause.getMessage()))
                    + "), and can't tell where the next one begins; accepted: "
                    + EVENT
                    + ".");
    problem.initCause(cause);
    return problem;
  }

  /** The problem that ended the file; thrown if it is not one of the gzip data. */
  private TraceFormatException damagedGzip(IOException failure) throws IOException {
    if (failure instanceof EOFException || failure instanceof ZipException) {
      return TraceBytes.damagedGzip(file, "event", eventNumber, failure);
    }
    throw failure;
  }

  private static String printable(String message) {
    String line = CharMatcher.javaIsoControl().replaceFrom(message, '?');
    return line.length() <= LONGEST_MESSAGE ? line : line.substring(0, LONGEST_MESSAGE) + "…";
  }

  private static JsonNode json(Schema type, Object value, JsonFields fields) {
    return switch (type.getType()) {
      case RECORD -> {
        ObjectNode object = NODES.objectNode();
        for (Schema.Field field : type.getFields()) {
          Object inField = ((IndexedRecord) value).get(field.pos());
          set(object, field.name(), field.schema(), inField, fields);
        }
        yield object;
      }
      case UNION -> {
        Schema branch = type.getTypes().get(GenericData.get().resolveUnion(type, value));
        ObjectNode object = NODES.objectNode();
        set(object, branch.getFullName(), branch, value, fields);
        yield object;
      }
      case ENUM, STRING -> NODES.textNode(value.toString());
      case INT, LONG -> NODES.numberNode(((Number) value).longValue());
      case FLOAT, DOUBLE -> NODES.numberNode(((Number) value).doubleValue());
      case BOOLEAN -> NODES.booleanNode((Boolean) value);
      // No field that is needed is an array, map or bytes; nothing takes an empty object for one.
      default -> NODES.objectNode();
    };
  }

  private static void set(
      ObjectNode object, String name, Schema type, @Nullable Object value, JsonFields fields) {
    JsonFields inside = fields.inside(name);
    if (inside != null) {
      object.set(name, value == null ? NODES.nullNode() : json(type, value, inside));
    }
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }

  /** Ends where the file can't be read any further, so that what came before is decoded. */
  private static final class Input extends FilterInputStream {

    private @Nullable IOException failure;

    private Input(InputStream bytes) {
      super(bytes);
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) == -1 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      if (failure != null) {
        return -1;
      }
      try {
        return super.read(target, offset, length);
      } catch (IOException e) {
        failure = e;
        return -1;
      }
    }
  }
}
