package org.foresight.cli.doctor;

/**
 * What a check found.
 *
 * @param check what was looked at
 * @param status how it is
 * @param text what was found, in one line
 * @param hint what to do about it; empty where there is nothing to do
 */
record Finding(String check, Status status, String text, String hint) {

  /** How it is. */
  enum Status {
    /** As it should be. */
    OK,
    /** It works, but perhaps not as wanted; or it could not be looked at. */
    WARN,
    /** It does not work. */
    FAIL
  }

  static Finding ok(String check, String text) {
    return new Finding(check, Status.OK, text, "");
  }

  static Finding warn(String check, String text, String hint) {
    return new Finding(check, Status.WARN, text, hint);
  }

  static Finding fail(String check, String text, String hint) {
    return new Finding(check, Status.FAIL, text, hint);
  }
}
