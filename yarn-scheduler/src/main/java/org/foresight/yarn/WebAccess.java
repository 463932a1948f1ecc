package org.foresight.yarn;

import com.google.common.base.Splitter;
import java.util.List;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationAccessType;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.RMWebAppUtil;
import org.jspecify.annotations.Nullable;

/**
 * Who may see whose job: who may by the ResourceManager's own web services, that is the job's user,
 * whom the application lets view it, and who administers its queue or the cluster. For one request.
 */
final class WebAccess {
  private static final String FORWARDED_FOR = "X-Forwarded-For";

  private final ResourceManager resourceManager;
  private final @Nullable UserGroupInformation caller;
  private final String remoteAddress;
  private final @Nullable List<String> forwardedAddresses;

  WebAccess(ResourceManager resourceManager, HttpServletRequest request) {
    this.resourceManager = resourceManager;
    this.caller = RMWebAppUtil.getCallerUserGroupInformation(request, true);
    this.remoteAddress = request.getRemoteAddr();
    String forwarded = request.getHeader(FORWARDED_FOR);
    this.forwardedAddresses = forwarded == null ? null : Splitter.on(',').splitToList(forwarded);
  }

  /** Whether the caller may see a job; of one that is gone nobody may. */
  boolean maySee(String jobId) {
    RMApp app = resourceManager.getRMContext().getRMApps().get(ApplicationId.fromString(jobId));
    if (app == null) {
      return false;
    }
    if (caller == null) {
      return seesAll();
    }
    return resourceManager
            .getApplicationACLsManager()
            .checkAccess(
                caller, ApplicationAccessType.VIEW_APP, app.getUser(), app.getApplicationId())
        || resourceManager
            .getQueueACLsManager()
            .checkAccess(caller, QueueACL.ADMINISTER_QUEUE, app, remoteAddress, forwardedAddresses);
  }

  /**
   * Whether the caller may see a queue: any, but where lists leave out what one may not see, those
   * that the caller may submit to or administers.
   */
  boolean maySeeQueue(String path) {
    if (!isFiltered()) {
      return true;
    }
    if (caller == null) {
      return seesAll();
    }
    ResourceScheduler scheduler = resourceManager.getResourceScheduler();
    return !resourceManager.getApplicationACLsManager().areACLsEnabled()
        || resourceManager.getApplicationACLsManager().isAdmin(caller)
        || scheduler.checkAccess(caller, QueueACL.SUBMIT_APPLICATIONS, path)
        || scheduler.checkAccess(caller, QueueACL.ADMINISTER_QUEUE, path);
  }

  /** Whether the caller may ask what is predicted of jobs of a user. */
  boolean mayAskAbout(String user) {
    return mayAdminister() || (caller != null && caller.getShortUserName().equals(user));
  }

  /** Whether the caller administers the cluster. */
  boolean mayAdminister() {
    if (caller == null) {
      return seesAll();
    }
    return !resourceManager.getApplicationACLsManager().areACLsEnabled()
        || resourceManager.getApplicationACLsManager().isAdmin(caller);
  }

  /** Whether jobs that the caller may not see are left out of lists altogether. */
  boolean isFiltered() {
    return resourceManager
        .getConfig()
        .getBoolean(
            YarnConfiguration.FILTER_ENTITY_LIST_BY_USER,
            YarnConfiguration.DEFAULT_DISPLAY_APPS_FOR_LOGGED_IN_USER);
  }

  /**
   * As in the ResourceManager's own services: where nobody has to say who they are, all see all.
   */
  private static boolean seesAll() {
    return !UserGroupInformation.isSecurityEnabled();
  }
}
