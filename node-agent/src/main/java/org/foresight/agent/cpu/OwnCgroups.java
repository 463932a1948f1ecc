package org.foresight.agent.cpu;

import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a control group for every container and moves its processes there, for executors that make
 * none.
 *
 * <p>A process that is begun while others are moved may be missed by one look; so looks go on until
 * two in a row find nobody outside. From then on whatever begins, begins in the group.
 */
final class OwnCgroups implements Cgroups {
  private static final Logger LOG = LoggerFactory.getLogger(OwnCgroups.class);

  private static final int MOST_LOOKS = 50;
  private static final int QUIET_LOOKS = 2;
  private static final String PROBE = "probe";
  private static final String V2_CHILDREN = "cgroup.subtree_control";

  private final CgroupVersion version;
  private final Path root;
  private final Path usageRoot;
  private final ProcessTable processes;
  private final FileAccess files;

  /** Groups that are not needed any more but were not empty yet. */
  private final Set<String> released = new LinkedHashSet<>();

  /**
   * @param root where the groups are made
   * @param usageRoot where the groups are made that count processor time; the same where one does
   *     both
   */
  OwnCgroups(
      CgroupVersion version, Path root, Path usageRoot, ProcessTable processes, FileAccess files) {
    this.version = version;
    this.root = root;
    this.usageRoot = usageRoot;
    this.processes = processes;
    this.files = files;
  }

  /**
   * Makes the place for the groups, and tries whether groups with limits can be made there.
   *
   * @throws IOException if not
   */
  void check() throws IOException {
    files.makeFolder(root);
    if (version == CgroupVersion.V2) {
      files.write(root.resolve(V2_CHILDREN), "+cpu");
    }
    Path probe = root.resolve(PROBE);
    files.makeFolder(probe);
    try {
      version.write(files, probe, version.read(files, probe));
    } finally {
      files.delete(probe);
    }
    if (!usageRoot.equals(root)) {
      files.makeFolder(usageRoot);
    }
    // What an agent before this one has left; of those that are in use the kernel says no.
    for (Path folder : files.list(root)) {
      if (files.isFolder(folder)) {
        release(folder.getFileName().toString());
      }
    }
    tidy();
    released.clear();
  }

  @Override
  public Cgroup of(String container, long process) throws IOException {
    if (process <= 0) {
      throw new IOException("No process of the container is known.");
    }
    released.remove(container);
    Path folder = root.resolve(container);
    files.makeFolder(folder);
    Path usageFolder = usageRoot.resolve(container);
    files.makeFolder(usageFolder);
    try {
      move(folder, usageFolder, process);
    } catch (IOException e) {
      release(container);
      throw e;
    }
    return Cgroup.in(version, folder, usageFolder);
  }

  private void move(Path folder, Path usageFolder, long process) throws IOException {
    int quiet = 0;
    for (int look = 0; look < MOST_LOOKS; look++) {
      ImmutableList<ProcessTable.Entry> family = processes.family(process);
      if (family.isEmpty()) {
        throw new IOException("The process " + process + " has ended.");
      }
      ImmutableSet<Long> inside = members(folder);
      boolean moved = false;
      for (ProcessTable.Entry entry : family) {
        if (!inside.contains(entry.id())) {
          move(entry.id(), usageFolder);
          move(entry.id(), folder);
          moved = true;
        }
      }
      quiet = moved ? 0 : quiet + 1;
      if (quiet == QUIET_LOOKS) {
        return;
      }
    }
    throw new IOException(
        "The processes of the session " + process + " multiply faster than they can be moved.");
  }

  private void move(long process, Path folder) throws IOException {
    try {
      files.write(folder.resolve(CgroupVersion.PROCESSES), Long.toString(process));
    } catch (IOException e) {
      if (processes.process(process).isPresent()) {
        throw e;
      }
      // It has ended.
    }
  }

  private ImmutableSet<Long> members(Path folder) throws IOException {
    return Splitter.on('\n')
        .omitEmptyStrings()
        .splitToStream(files.read(folder.resolve(CgroupVersion.PROCESSES)))
        .map(Long::valueOf)
        .collect(toImmutableSet());
  }

  @Override
  public void release(String container) {
    released.add(container);
  }

  @Override
  public void tidy() {
    released.removeIf(this::isGone);
  }

  private boolean isGone(String container) {
    try {
      files.delete(root.resolve(container));
      files.delete(usageRoot.resolve(container));
      return true;
    } catch (IOException e) {
      LOG.debug("The cgroup of {} stays for now.", container, e); // Somebody is in it still.
      return false;
    }
  }
}
