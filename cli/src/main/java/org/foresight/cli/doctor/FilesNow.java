package org.foresight.cli.doctor;

import com.google.common.collect.ImmutableMap;
import java.nio.file.Path;
import java.util.Optional;
import org.foresight.yarn.SiteCheck;

/**
 * What is in the files of a ResourceManager now, which may run by older ones.
 *
 * @param site what they mean; empty where they are not known, or not accepted
 * @param keys what is set, but for modes and what needs a restart, by key; empty in the same cases
 * @param jar the jar that is installed; empty where that is not known
 */
record FilesNow(
    Optional<SiteCheck> site, Optional<ImmutableMap<String, String>> keys, Optional<Path> jar) {

  /** Nothing is known. */
  static final FilesNow UNKNOWN = of(Optional.empty());

  /** Nothing is known but, perhaps, the jar. */
  static FilesNow of(Optional<Path> jar) {
    return new FilesNow(Optional.empty(), Optional.empty(), jar);
  }
}
