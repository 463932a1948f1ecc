package org.foresight.cli.mode;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import org.foresight.cli.support.ConfigurationFolder;

/** Makes a ResourceManager read its files anew. */
public interface QueueRefresh {

  /** How long it takes at most. */
  Duration longest();

  /**
   * Makes it; gives up when it has taken too long.
   *
   * @param folder names the ResourceManager
   * @throws IOException if it can't be reached, does not answer, or does not accept what it read
   */
  void refresh(ConfigurationFolder folder) throws IOException;

  /**
   * The modes that are in force by now, as the ResourceManager that is active says it.
   *
   * @param folder names the ResourceManager
   * @return empty if it does not say, such as one that does not run Foresight
   * @throws InterruptedIOException if the caller is interrupted
   */
  Optional<String> modes(ConfigurationFolder folder) throws InterruptedIOException;
}
