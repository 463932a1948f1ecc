package org.foresight.testbed;

import org.apache.hadoop.yarn.event.AsyncDispatcher;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.event.EventDispatcher;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.MiniYARNCluster;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;

/**
 * A MiniYARNCluster whose ResourceManager does not end the JVM when one of its event handlers
 * throws, as a ResourceManager of its own process does: the failure is logged and the next event
 * handled.
 */
final class EmbeddedYarn extends MiniYARNCluster {

  private static final int LOCAL_FOLDERS_PER_NODE = 1;
  private static final int LOG_FOLDERS_PER_NODE = 1;
  private static final boolean NODE_WEB_PAGES = false;

  EmbeddedYarn(int nodes) {
    super("yarn", nodes, LOCAL_FOLDERS_PER_NODE, LOG_FOLDERS_PER_NODE, NODE_WEB_PAGES);
  }

  @Override
  protected ResourceManager createResourceManager() {
    return new EmbeddedResourceManager();
  }

  private static final class EmbeddedResourceManager extends ResourceManager {

    @Override
    protected void doSecureLogin() {
      // The process is whoever runs it; there is no keytab.
    }

    @Override
    protected Dispatcher createDispatcher() {
      Dispatcher dispatcher = super.createDispatcher();
      if (dispatcher instanceof AsyncDispatcher asyncDispatcher) {
        asyncDispatcher.disableExitOnDispatchException();
      }
      return dispatcher;
    }

    @Override
    protected EventHandler<SchedulerEvent> createSchedulerEventDispatcher() {
      EventHandler<SchedulerEvent> dispatcher = super.createSchedulerEventDispatcher();
      if (dispatcher instanceof EventDispatcher<SchedulerEvent> eventDispatcher) {
        eventDispatcher.disableExitOnError();
      }
      return dispatcher;
    }
  }
}
