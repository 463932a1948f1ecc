package org.foresight.predictor.store;

import java.io.IOException;

/** Another writer has taken the history over; this one writes no more. */
public final class HistoryFencedException extends IOException {

  HistoryFencedException(String location, long own, long higher) {
    super(
        "The history in "
            + location
            + " was taken over by writer "
            + higher
            + "; this one, writer "
            + own
            + ", writes no more.");
  }
}
