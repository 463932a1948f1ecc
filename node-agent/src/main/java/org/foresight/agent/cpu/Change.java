package org.foresight.agent.cpu;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Path;

/** What was done to a container, with all that is needed to undo it. */
sealed interface Change {

  /** The container's name. */
  String container();

  /**
   * A limit was set.
   *
   * @param folder the folder of its group
   * @param found what the limit was
   * @param quotaMicros the quota that was written
   */
  record Quota(
      String container, CgroupVersion version, Path folder, CpuLimit found, long quotaMicros)
      implements Change {

    /**
     * Restores what was found. A limit that is not the one that was written is somebody else's, and
     * stays; so does one of a group that is gone.
     *
     * @throws IOException if that is not possible now
     */
    void undo(FileAccess files) throws IOException {
      try {
        version.replaceQuota(files, folder, quotaMicros, found.quotaMicros());
      } catch (IOException e) {
        if (files.isFolder(folder)) {
          throw e;
        }
      }
    }
  }

  /**
   * Processes were stopped, and may be at any time until this is undone.
   *
   * @param boot the start of the machine in which that was
   * @param session the session of the container's processes
   * @param startTicks when the session's first process began
   * @param groups the process groups that were stopped
   */
  record Stop(
      String container, String boot, long session, long startTicks, ImmutableList<Long> groups)
      implements Change {

    /**
     * Lets the processes go on. Ids of another start of the machine, or of processes that are
     * others by now, name nobody any more.
     *
     * @throws IOException if that is not possible now
     */
    void undo(ProcessTable processes, Signals signals) throws IOException {
      boolean isAnother =
          !processes.boot().equals(boot)
              || processes
                  .process(session)
                  .filter(leader -> leader.startTicks() != startTicks)
                  .isPresent();
      if (!isAnother) {
        new ProcessGroups(signals, processes, groups).send(Signals.Kind.CONTINUE);
      }
    }
  }
}
