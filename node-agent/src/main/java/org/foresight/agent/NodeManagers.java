package org.foresight.agent;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.Context;

/**
 * Brings together what YARN makes apart: the listener, which is given the NodeManager's context,
 * and the service, which is not. There is one NodeManager in a process, or several in a test; each
 * has local folders of its own. Thread-safe.
 */
final class NodeManagers {

  /** The newest first. */
  private static final List<Reference> ALL = new CopyOnWriteArrayList<>();

  private NodeManagers() {}

  /** A NodeManager and the listener in it. */
  record Known(Context context, ContainerListener listener) {}

  /** The same, without keeping them alive. */
  private record Reference(
      WeakReference<Context> context, WeakReference<ContainerListener> listener) {

    Stream<Known> known() {
      Context theContext = context.get();
      ContainerListener theListener = listener.get();
      return theContext == null || theListener == null
          ? Stream.empty()
          : Stream.of(new Known(theContext, theListener));
    }
  }

  /** To be told by a listener; forgotten with it. */
  static void add(Context context, ContainerListener listener) {
    ALL.removeIf(reference -> reference.known().findAny().isEmpty());
    ALL.add(0, new Reference(new WeakReference<>(context), new WeakReference<>(listener)));
  }

  /** The newest NodeManager that has this configuration, or one with the same local folders. */
  static Optional<Known> of(Configuration conf) {
    return ALL.stream()
        .flatMap(Reference::known)
        .filter(known -> folders(known.context().getConf()).equals(folders(conf)))
        .findFirst();
  }

  private static String folders(Configuration conf) {
    return conf.get(YarnConfiguration.NM_LOCAL_DIRS, "");
  }
}
