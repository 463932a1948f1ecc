package org.foresight.yarn;

import java.util.Optional;

/**
 * A key of Foresight's in the ResourceManager's configuration.
 *
 * @param name its name; of a key of queues with {@link ForesightKeys#QUEUE_PATH} in it
 * @param kind what its values may be
 * @param defaultText its value where none is given; empty for a key that has no default
 * @param reload what {@code yarn rmadmin -refreshQueues} does with a new value
 * @param description what it does, for people, in whole sentences
 * @param <T> what a value reads as
 */
record Key<T>(
    String name, KeyKind<T> kind, Optional<String> defaultText, Reload reload, String description) {

  /** When a new value counts. */
  enum Reload {
    AT_ONCE("at once"),
    NEW_APPLICATIONS("for applications submitted from then on"),
    RESTART("after a restart");

    private final String text;

    Reload(String text) {
      this.text = text;
    }

    /** For people. */
    String text() {
      return text;
    }
  }

  /** What it is where nothing is given. */
  T defaultValue() {
    return kind.parser()
        .apply(
            defaultText.orElseThrow(
                () -> new IllegalStateException("The key (" + name + ") has no default.")));
  }

  /** The last part of its name. */
  String suffix() {
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
