package org.foresight.traces.generators;

import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Workloads that are known by one name, or by a name with an argument.
 *
 * <p>Immutable.
 *
 * @param pattern how the names are written, such as {@code e2e} or {@code 3sigma-deadline-<n>}
 * @param prefix the whole name, or what comes before the argument
 * @param description one line for people
 * @param factory makes the generator of a name; fails with an {@link IllegalArgumentException} if
 *     its argument is not of the kind
 */
record GeneratorFamily(
    String pattern,
    String prefix,
    String description,
    Function<String, WorkloadGenerator> factory) {

  static GeneratorFamily of(String description, WorkloadGenerator generator) {
    return new GeneratorFamily(generator.name(), generator.name(), description, name -> generator);
  }

  /**
   * Workloads whose names have an argument.
   *
   * @param factory makes a generator from the name and the argument in it
   */
  static GeneratorFamily of(
      String prefix,
      String argument,
      String description,
      BiFunction<String, String, WorkloadGenerator> factory) {
    return new GeneratorFamily(
        prefix + argument,
        prefix,
        description,
        name -> factory.apply(name, name.substring(prefix.length())));
  }

  /** The generator of the name, if it is one of these. */
  Optional<WorkloadGenerator> find(String name) {
    boolean mine = pattern.equals(prefix) ? name.equals(prefix) : name.startsWith(prefix);
    return mine ? Optional.of(factory.apply(name)) : Optional.empty();
  }
}
