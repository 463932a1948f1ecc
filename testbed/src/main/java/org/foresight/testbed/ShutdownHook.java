package org.foresight.testbed;

/** What a JVM that ends, as by Ctrl-C, does first. Thread-safe. */
public final class ShutdownHook {

  private final Thread thread;

  private ShutdownHook(Thread thread) {
    this.thread = thread;
  }

  /**
   * Has something done at the JVM's end.
   *
   * @param name of the thread that does it
   * @throws InterruptedException if the JVM is ending already
   */
  public static ShutdownHook add(String name, Runnable step) throws InterruptedException {
    ShutdownHook hook = new ShutdownHook(new Thread(step, name));
    try {
      Runtime.getRuntime().addShutdownHook(hook.thread);
    } catch (IllegalStateException e) {
      throw new InterruptedException();
    }
    return hook;
  }

  /**
   * Takes it back.
   *
   * @return false if the JVM is ending: then it is done, or will be
   */
  public boolean remove() {
    try {
      return Runtime.getRuntime().removeShutdownHook(thread);
    } catch (IllegalStateException e) {
      return false;
    }
  }
}
