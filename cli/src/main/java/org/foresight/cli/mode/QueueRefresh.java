package org.foresight.cli.mode;

import java.io.IOException;
import java.time.Duration;
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
}
