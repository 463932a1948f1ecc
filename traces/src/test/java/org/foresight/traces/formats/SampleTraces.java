package org.foresight.traces.formats;

import java.util.ArrayList;
import java.util.List;
import org.foresight.traces.SwfText;

/** Small good files of each format that this package reads. */
enum SampleTraces {
  SWF(TraceFormat.SWF) {
    @Override
    String line(int second) {
      return SwfText.job(second + 1, second, 60, 2);
    }
  },
  TR(TraceFormat.TR) {
    @Override
    String line(int second) {
      return second + ".0 2 5.5 5.0 6.0";
    }
  },
  PHILLY(TraceFormat.PHILLY) {
    @Override
    String line(int second) {
      return second + ",60,2,6214e9";
    }
  },
  SWIM(TraceFormat.SWIM) {
    @Override
    String line(int second) {
      return "job" + second + "\t" + second + "\t1\t268435456\t1024\t0";
    }
  },
  JSON_LINES(TraceFormat.JSON_LINES) {
    @Override
    String line(int second) {
      return "{\"submitMillis\":"
          + 1000 * second
          + ",\"user\":\"ann\",\"preference\":{\"nodeClasses\":[\"a\"],\"slowdownElsewhere\":1.5},"
          + "\"stages\":[{\"taskMillis\":[10,20],\"demand\":{\"vcores\":1}},"
          + "{\"tasks\":2,\"taskMillis\":5,\"parents\":[0],\"partition\":\"p\"}]}";
    }
  };

  private final TraceFormat format;

  SampleTraces(TraceFormat format) {
    this.format = format;
  }

  TraceFormat format() {
    return format;
  }

  /** A good line of a job submitted at this second. */
  abstract String line(int second);

  /** A good file of jobs submitted a second after each other. */
  List<String> lines(int jobs) {
    List<String> lines = new ArrayList<>();
    if (this == PHILLY) {
      lines.add(PhillyReader.HEADER);
    }
    for (int second = 0; second < jobs; second++) {
      lines.add(line(second));
    }
    return lines;
  }
}
