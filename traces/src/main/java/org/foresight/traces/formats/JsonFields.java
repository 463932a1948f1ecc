package org.foresight.traces.formats;

/** Names of the fields of our own trace format. */
final class JsonFields {

  static final String VERSION = "foresight-trace";
  static final int CURRENT_VERSION = 1;

  static final String ID = "id";
  static final String SUBMIT_MILLIS = "submitMillis";
  static final String USER = "user";
  static final String NAME = "name";
  static final String QUEUE = "queue";
  static final String DEADLINE_MILLIS = "deadlineMillis";
  static final String GANG = "gang";
  static final String STAGES = "stages";
  static final String PREFERENCE = "preference";

  static final String GROUP = "group";
  static final String TYPE = "type";
  static final String PRIORITY = "priority";
  static final String SLOTS = "slots";
  static final String REQUESTED_MILLIS = "requestedMillis";
  static final String END_MILLIS = "endMillis";
  static final String STATUS = "status";

  static final String TASKS = "tasks";
  static final String TASK_MILLIS = "taskMillis";
  static final String PARENTS = "parents";
  static final String DEMAND = "demand";
  static final String PARTITION = "partition";

  static final String NODE_CLASSES = "nodeClasses";
  static final String SLOWDOWN_ELSEWHERE = "slowdownElsewhere";

  private JsonFields() {}
}
