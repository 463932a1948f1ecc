package org.foresight.testbed;

import com.google.common.collect.ImmutableSet;
import com.google.common.io.Closer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports of this machine that nobody listens on. */
final class FreePorts {
  static final String HOST = "127.0.0.1";

  private FreePorts() {}

  /** So many different ones, free now; somebody may take one before it is used. */
  static ImmutableSet<Integer> take(int count) throws IOException {
    try (Closer sockets = Closer.create()) {
      ImmutableSet.Builder<Integer> ports = ImmutableSet.builder();
      for (int i = 0; i < count; i++) {
        ServerSocket socket =
            sockets.register(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        ports.add(socket.getLocalPort());
      }
      return ports.build();
    }
  }
}
