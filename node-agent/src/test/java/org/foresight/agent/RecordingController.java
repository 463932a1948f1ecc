package org.foresight.agent;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.foresight.agent.cpu.CpuController;

/** Keeps what it is told; fails when told to. */
final class RecordingController implements CpuController {
  final Set<String> attached = new HashSet<>();
  final Set<String> suspended = new HashSet<>();
  final Map<String, Long> cpuNanos = new HashMap<>();
  final List<String> log = new ArrayList<>();
  boolean fails;
  boolean closed;

  @Override
  public String name() {
    return "recording";
  }

  @Override
  public void attach(String container, long process) throws IOException {
    failIfTold();
    attached.add(container);
    log.add("attach " + container + " " + process);
  }

  @Override
  public void suspend(String container) throws IOException {
    requireAttached(container);
    failIfTold();
    if (suspended.add(container)) {
      log.add("suspend " + container);
    }
  }

  @Override
  public void resume(String container) throws IOException {
    requireAttached(container);
    failIfTold();
    if (suspended.remove(container)) {
      log.add("resume " + container);
    }
  }

  @Override
  public void detach(String container) {
    if (attached.remove(container)) {
      suspended.remove(container);
      log.add("detach " + container);
    }
  }

  @Override
  public OptionalLong cpuNanos(String container) {
    requireAttached(container);
    Long nanos = cpuNanos.get(container);
    return nanos == null ? OptionalLong.empty() : OptionalLong.of(nanos);
  }

  @Override
  public void tidy() {}

  @Override
  public void close() {
    suspended.clear();
    closed = true;
  }

  private void failIfTold() throws IOException {
    if (fails) {
      throw new IOException("No.");
    }
  }

  private void requireAttached(String container) {
    if (!attached.contains(container)) {
      throw new IllegalArgumentException("Not attached: " + container);
    }
  }
}
