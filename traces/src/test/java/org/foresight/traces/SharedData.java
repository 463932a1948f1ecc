package org.foresight.traces;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds real traces, which are not part of the checkout: in the folder that the system property
 * {@code foresight.shared.data} or the environment variable {@code FORESIGHT_SHARED_DATA} names,
 * else in a folder {@code shared/data} beside the checkout or further up.
 */
public final class SharedData {

  private static final String PROPERTY = "foresight.shared.data";
  private static final String VARIABLE = "FORESIGHT_SHARED_DATA";

  private SharedData() {}

  /** The file; the test that asks is skipped where it is absent. */
  public static Path require(String relativePath) {
    String stated = System.getProperty(PROPERTY, System.getenv(VARIABLE));
    Optional<Path> file =
        stated == null
            ? findUpwards(relativePath)
            : Optional.of(Path.of(stated).resolve(relativePath)).filter(Files::isRegularFile);
    assumeTrue(
        file.isPresent(),
        () ->
            "Skipped: there is no "
                + relativePath
                + " in a folder shared/data beside the checkout; set "
                + VARIABLE
                + " to the folder that holds it.");
    return file.orElseThrow();
  }

  private static Optional<Path> findUpwards(String relativePath) {
    return Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
        .map(folder -> folder.resolve("shared").resolve("data").resolve(relativePath))
        .filter(Files::isRegularFile)
        .findFirst();
  }
}
