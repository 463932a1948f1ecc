package org.foresight.yarn;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Queue configurations from public repositories, which are not part of the checkout: in the folder
 * {@code yarn-configs} of the one that the system property {@code foresight.shared.data} or the
 * environment variable {@code FORESIGHT_SHARED_DATA} names, else of a folder {@code shared/data}
 * beside the checkout or further up.
 */
final class PublicConfigurations {
  private static final String PROPERTY = "foresight.shared.data";
  private static final String VARIABLE = "FORESIGHT_SHARED_DATA";
  private static final String FOLDER = "yarn-configs";
  private static final String QUEUES = "capacity-scheduler.xml";

  private PublicConfigurations() {}

  /** Every capacity-scheduler.xml; the test that asks is skipped where there is none. */
  static List<Path> all() throws IOException {
    String stated = System.getProperty(PROPERTY, System.getenv(VARIABLE));
    Optional<Path> folder =
        stated == null
            ? findUpwards()
            : Optional.of(Path.of(stated).resolve(FOLDER)).filter(Files::isDirectory);
    assumeTrue(
        folder.isPresent(),
        () ->
            "Skipped: there is no "
                + FOLDER
                + " in a folder shared/data beside the checkout; set "
                + VARIABLE
                + " to the folder that holds it.");
    try (Stream<Path> folders = Files.list(folder.orElseThrow())) {
      return folders
          .map(each -> each.resolve(QUEUES))
          .filter(Files::isRegularFile)
          .sorted()
          .toList();
    }
  }

  private static Optional<Path> findUpwards() {
    return Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
        .map(folder -> folder.resolve("shared").resolve("data").resolve(FOLDER))
        .filter(Files::isDirectory)
        .findFirst();
  }
}
