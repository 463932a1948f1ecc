package org.foresight.yarn;

import com.google.common.base.Strings;
import com.google.common.collect.ImmutableSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.foresight.planner.outlook.WaitingReason;
import org.jspecify.annotations.Nullable;

/**
 * Puts the reason why an application waits before what YARN says of it in its diagnostics, for as
 * long as it waits. YARN keeps that text of a living attempt in memory alone; it holds the reason
 * and nothing that is predicted, so that no prediction gets into the ResourceManager's state store
 * should YARN keep the text of an attempt that ends.
 *
 * <p>Thread-safe; holds no lock of ours while it calls YARN.
 */
final class Diagnostics implements Consumer<LaneStatus> {

  private static final Pattern OURS = Pattern.compile("\\[foresight: [^\\n]*(\\n|$)");

  private final Function<ApplicationId, @Nullable RMApp> rmApps;

  /** The applications whose diagnostics have been changed. */
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  /**
   * @param rmApps finds the ResourceManager's view of an application
   */
  Diagnostics(Function<ApplicationId, @Nullable RMApp> rmApps) {
    this.rmApps = rmApps;
  }

  @Override
  public void accept(LaneStatus status) {
    for (String id : ImmutableSet.copyOf(told)) {
      if (!status.jobs().containsKey(id)) {
        ended(id);
      }
    }
    for (JobStatus job : status.jobs().values()) {
      RMAppAttempt attempt = attempt(job.id());
      if (attempt != null
          && attempt.getFinalApplicationStatus() == null
          && say(attempt, job.waiting().map(waiting -> line(waiting.reason())).orElse(""))) {
        told.add(job.id());
      }
    }
  }

  /** An application has ended, or waits for nothing that is known of: what was said goes. */
  void ended(String id) {
    if (told.remove(id)) {
      RMAppAttempt attempt = attempt(id);
      if (attempt != null) {
        say(attempt, "");
      }
    }
  }

  private @Nullable RMAppAttempt attempt(String id) {
    RMApp app = rmApps.apply(ApplicationId.fromString(id));
    return app == null ? null : app.getCurrentAppAttempt();
  }

  /** Returns whether that is something new. */
  private static boolean say(RMAppAttempt attempt, String line) {
    String before = Strings.nullToEmpty(attempt.getDiagnostics());
    String now = line + OURS.matcher(before).replaceAll("");
    if (now.equals(before)) {
      return false;
    }
    attempt.updateAMLaunchDiagnostics(Strings.emptyToNull(now));
    return true;
  }

  /** Such as {@code [foresight: capacity] There is no room for it.} */
  static String line(WaitingReason reason) {
    return "[foresight: " + reason.token() + "] " + reason.text() + "\n";
  }
}
