package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class CapturedLogTest {

  @Test
  void theLevelIsWhatItWasOnceNobodyListensAnyMore() {
    Logger log = LoggerFactory.getLogger(CapturedLogTest.class);
    assertThat(log.isInfoEnabled()).isFalse();

    try (CapturedLog lines = CapturedLog.of(CapturedLogTest.class)) {
      log.info("something");

      assertThat(lines.text()).contains("something");
    }

    assertThat(log.isInfoEnabled()).isFalse();
    assertThat(org.apache.log4j.Logger.getLogger(CapturedLogTest.class).getLevel()).isNull();
  }
}
