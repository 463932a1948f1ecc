package org.foresight.cli.predict;

import java.lang.management.ManagementFactory;

/** Measures what lives on the heap. */
final class UsedHeap {

  /** After one collection what a finaliser or a reference held may still be there. */
  private static final int COLLECTIONS = 3;

  private UsedHeap() {}

  /** Bytes in use once garbage is collected. */
  static long bytes() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
