package org.apache.hadoop.yarn.server.nodemanager.containermanager.linux.resources;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.linux.privileged.PrivilegedOperationExecutor;

/** Opens Hadoop's own handlers of cgroups to tests. */
public final class CgroupHandlers {
  private CgroupHandlers() {}

  /** Of version 1, on a machine with these mounts. */
  public static CGroupsHandler v1(Configuration conf, Path mounts) throws ResourceHandlerException {
    return new CGroupsHandlerImpl(
        conf, PrivilegedOperationExecutor.getInstance(conf), mounts.toString());
  }

  /** Of version 2, on a machine with these mounts. */
  public static CGroupsHandler v2(Configuration conf, Path mounts) throws ResourceHandlerException {
    return new CGroupsV2HandlerImpl(
        conf, PrivilegedOperationExecutor.getInstance(conf), mounts.toString());
  }
}
