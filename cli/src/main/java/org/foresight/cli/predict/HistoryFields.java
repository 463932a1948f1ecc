package org.foresight.cli.predict;

/** Names of the fields of an exported history. */
final class HistoryFields {

  static final String VERSION = "foresight-history";
  static final int CURRENT_VERSION = 1;

  static final String USER = "user";
  static final String NAME = "name";
  static final String QUEUE = "queue";
  static final String GROUP = "group";
  static final String TYPE = "type";
  static final String PRIORITY = "priority";
  static final String SLOTS = "slots";
  static final String REQUESTED_MILLIS = "requestedMillis";
  static final String SUBMIT_MILLIS = "submitMillis";
  static final String END_MILLIS = "endMillis";
  static final String SPAN_MILLIS = "spanMillis";
  static final String WIDTH = "width";
  static final String WORK_MILLIS = "workMillis";
  static final String STAGES = "stages";

  static final String LONGEST_MILLIS = "longestMillis";
  static final String MEMORY_ASKED_MB = "memoryAskedMb";
  static final String MEMORY_USED_MB = "memoryUsedMb";

  static final String VARIATION = "variation";
  static final String COV = "cov";
  static final String FIRST_TASKS = "firstTasks";
  static final String FIRST_MEAN_MILLIS = "firstMeanMillis";
  static final String MEDIAN_MILLIS = "medianMillis";
  static final String LOG_VARIANCE = "logVariance";

  private HistoryFields() {}
}
