package org.foresight.predictor;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a job has for a feature; the key of a history. The parts of several attributes stay apart,
 * so that no two are confused whatever characters they contain.
 *
 * @param feature the feature
 * @param parts the values of its attributes
 */
public record FeatureValue(Feature feature, ImmutableList<String> parts) {

  /** The values of a job for those features whose attributes it has, in the order of features. */
  public static ImmutableList<FeatureValue> allOf(
      JobFeatures job, ImmutableList<Feature> features) {
    Map<Attribute, String> attributes = Attribute.of(job);
    return features.stream()
        .map(feature -> feature.of(attributes))
        .flatMap(Optional::stream)
        .collect(toImmutableList());
  }

  /** Writes all of it. */
  public void save(DataOutput out) throws IOException {
    out.writeByte(parts.size());
    for (int i = 0; i < parts.size(); i++) {
      out.writeByte(feature.attributes().get(i).code());
      byte[] text = parts.get(i).getBytes(StandardCharsets.UTF_8);
      out.writeInt(text.length);
      out.write(text);
    }
  }

  /**
   * What {@link #save} wrote.
   *
   * @throws IOException also if it is something else
   */
  public static FeatureValue restore(DataInput in) throws IOException {
    int size = in.readByte();
    ImmutableList.Builder<Attribute> attributes = ImmutableList.builder();
    ImmutableList.Builder<String> parts = ImmutableList.builder();
    for (int i = 0; i < size; i++) {
      char code = (char) in.readByte();
      attributes.add(
          Attribute.ofCode(code)
              .orElseThrow(() -> new IOException("There is no attribute (" + code + ").")));
      byte[] text = new byte[in.readInt()];
      in.readFully(text);
      parts.add(new String(text, StandardCharsets.UTF_8));
    }
    return new FeatureValue(new Feature(attributes.build()), parts.build());
  }

  /** Number of attributes that it fixes. */
  int specificity() {
    return parts.size();
  }

  /** The value for explanations; a {@code +} inside of a part is escaped by a backslash. */
  String label() {
    return parts.stream()
        .map(part -> part.replace("\\", "\\\\").replace("+", "\\+"))
        .collect(Collectors.joining(" + "));
  }
}
