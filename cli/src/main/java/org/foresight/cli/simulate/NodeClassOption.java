package org.foresight.cli.simulate;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.primitives.Doubles;
import com.google.common.primitives.ImmutableLongArray;
import com.google.common.primitives.Ints;
import java.util.Optional;
import org.foresight.cli.support.MemoryConverter;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.simulator.NodeClass;
import org.foresight.traces.WorkloadStage;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A class of nodes as typed.
 *
 * @param name of the class
 * @param count how many nodes
 * @param amounts what each has of every resource
 * @param partition its node label; empty for none
 * @param speed how fast it is
 */
record NodeClassOption(
    String name,
    int count,
    ImmutableSortedMap<String, Long> amounts,
    String partition,
    double speed) {

  private static final double MAX_SPEED = 1000;

  /** The class in a cluster of these resources. */
  NodeClass nodeClass(ImmutableList<String> resources) {
    ImmutableLongArray.Builder vector = ImmutableLongArray.builder();
    for (String resource : resources) {
      Long amount = amounts.get(resource);
      vector.add(amount == null ? 0 : amount);
    }
    return new NodeClass(name, count, new ResourceVector(vector.build()), partition, speed, 0);
  }

  /** Reads {@code name=fast,count=10,vcores=16,memory=64g,speed=1.5,partition=gpu}. */
  static final class Converter implements ITypeConverter<NodeClassOption> {

    private static final String NAME = "name";
    private static final String COUNT = "count";
    private static final String VCORES = "vcores";
    private static final String MEMORY = "memory";
    private static final String SPEED = "speed";
    private static final String PARTITION = "partition";

    private static final ImmutableSet<String> KEYS =
        ImmutableSet.of(NAME, COUNT, VCORES, MEMORY, SPEED, PARTITION);

    private static final ImmutableList<String> KEYS_FOR_PEOPLE =
        ImmutableList.<String>builder()
            .addAll(KEYS)
            .add("or the name of another resource, such as yarn.io/gpu")
            .build();

    @Override
    public NodeClassOption convert(String text) {
      KeyValues values = KeyValues.parse(text, KEYS_FOR_PEOPLE, Converter::isKey);
      ImmutableSortedMap.Builder<String, Long> amounts = ImmutableSortedMap.naturalOrder();
      long vcores = values.wholeNumber(VCORES, values.require(VCORES), 1);
      amounts.put(WorkloadStage.VCORES, vcores);
      Optional<String> memory = values.find(MEMORY);
      amounts.put(
          WorkloadStage.MEMORY_MIB,
          memory.isPresent()
              ? new MemoryConverter().convert(memory.get())
              : Math.multiplyExact(vcores, ClusterOptions.SLOT_MIB));
      values
          .values()
          .forEach(
              (key, value) -> {
                if (!KEYS.contains(key)) {
                  amounts.put(key, values.wholeNumber(key, value, 0));
                }
              });
      return new NodeClassOption(
          values.require(NAME),
          Ints.saturatedCast(values.wholeNumber(COUNT, values.require(COUNT), 1)),
          amounts.buildOrThrow(),
          values.find(PARTITION).orElse(""),
          speed(values));
    }

    /** Other resources have names like yarn.io/gpu, so that a mistyped key is none. */
    private static boolean isKey(String key) {
      return KEYS.contains(key) || key.contains("/");
    }

    private static double speed(KeyValues values) {
      String text = values.find(SPEED).orElse("1");
      Double speed = Doubles.tryParse(text);
      if (speed == null || !(speed > 0 && speed <= MAX_SPEED)) {
        throw new TypeConversionException(
            "The speed (\""
                + text
                + "\") in \""
                + values.text()
                + "\" is not a number above 0 and at most 1000.");
      }
      return speed;
    }
  }
}
