package org.foresight.predictor;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What a predictor has learned, as bytes, so that a restart need not learn it all again. Whoever
 * stores it checks that the bytes come back as they were.
 */
public interface LearnedState {

  /**
   * What the bytes mean; they are given back to the same predictor of the same number only. It
   * changes whenever bytes of an older build would be misread or would mean something else.
   */
  int stateVersion();

  /** How many feature values something is known of. */
  int valueCount();

  /** Writes all of it. */
  void save(DataOutput out) throws IOException;

  /**
   * Takes the place of all that was learned.
   *
   * @throws IOException if the bytes are none of {@link #save}; nothing has changed then
   */
  void restore(DataInput in) throws IOException;
}
