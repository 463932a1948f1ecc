package org.foresight.cli.simulate;

/** How columns are compared with the first one. */
enum Comparison {
  /** The other over the first. */
  RATIO,
  /** The other minus the first. */
  DIFFERENCE
}
