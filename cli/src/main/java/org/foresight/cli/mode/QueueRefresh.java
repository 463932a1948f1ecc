package org.foresight.cli.mode;

import java.io.IOException;
import org.foresight.cli.support.ConfigurationFolder;

/** Makes a ResourceManager read its files anew. */
public interface QueueRefresh {

  /**
   * Makes it.
   *
   * @param folder names the ResourceManager
   * @throws IOException if it can't be reached, or does not accept what it read
   */
  void refresh(ConfigurationFolder folder) throws IOException;
}
