package org.foresight.testbed;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableSet;
import com.google.common.io.Closer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;

/** Ports of this machine that nobody listens on. */
final class FreePorts {
  static final String HOST = "127.0.0.1";

  /** The ports of connections that go out, which may take any of these at any moment. */
  private static final Path OUTGOING = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

  private static final Splitter BLANKS =
      Splitter.on(CharMatcher.whitespace()).omitEmptyStrings().trimResults();
  private static final int LEAST = 10_000;
  private static final long STRIDE = 997;

  private FreePorts() {}

  /**
   * So many different ones, free now; somebody may take one before it is used.
   *
   * @param not one that is meant for something else; 0 for none
   */
  static ImmutableSet<Integer> take(int count, int not) throws IOException {
    int end = firstOutgoing();
    int range = end - LEAST;
    // Testbeds that are started at the same time do not begin at the same one.
    long begin = ProcessHandle.current().pid() * STRIDE;
    try (Closer sockets = Closer.create()) {
      ImmutableSet.Builder<Integer> ports = ImmutableSet.builder();
      int found = 0;
      for (int i = 0; i < range && found < count; i++) {
        int port = LEAST + (int) ((begin + i) % range);
        if (port != not && isFree(port, sockets)) {
          ports.add(port);
          found++;
        }
      }
      if (found < count) {
        throw new IOException(
            "Of the ports " + LEAST + " to " + (end - 1) + " fewer than " + count + " are free.");
      }
      return ports.build();
    }
  }

  private static boolean isFree(int port, Closer sockets) {
    try {
      ServerSocket unused =
          sockets.register(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static int firstOutgoing() throws IOException {
    int first = Integer.parseInt(BLANKS.splitToList(Files.readString(OUTGOING)).get(0));
    return Math.max(first, LEAST + LEAST);
  }
}
