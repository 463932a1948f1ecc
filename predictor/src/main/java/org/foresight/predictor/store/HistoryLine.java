package org.foresight.predictor.store;

import com.google.common.collect.ImmutableList;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.foresight.predictor.Counts;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.StageOutcome;
import org.foresight.predictor.TaskVariation;

/**
 * A record as a line of text.
 *
 * <p>Six columns, separated by tabs: user, job name as given, queue, and {@code spanMillis}, {@code
 * width} and {@code workMillis} of the {@link JobOutcome}. That is all of version 1. Since version
 * 2 columns of the form {@code key=value} follow for what else is known; {@code stage} may come
 * several times and has six fields separated by commas, of which the two of memory may be empty and
 * the last one, the name, may have commas in it. Since version 3 {@code variation} may follow a
 * stage, the {@link TaskVariation} of its tasks: five fields separated by commas, of which the last
 * two are both empty if history had said nothing.
 *
 * <p>Inside of texts {@code \\}, {@code \t}, {@code \n} and {@code \r} stand for backslash, tab,
 * line feed and carriage return, and {@code \}{@code u} with four hexadecimal digits for a UTF-16
 * code unit (other control characters, and half surrogate pairs, which UTF-8 can't hold).
 */
final class HistoryLine {

  private static final List<String> FIELDS =
      List.of("user", "jobName", "queue", "spanMillis", "width", "workMillis");

  private static final String GROUP = "group";
  private static final String TYPE = "type";
  private static final String PRIORITY = "priority";
  private static final String SLOTS = "slots";
  private static final String REQUESTED = "requestedMillis";
  private static final String SUBMIT = "submitEpochMillis";
  private static final String END = "endEpochMillis";
  private static final String STAGE = "stage";
  private static final String VARIATION = "variation";

  /** The fields of a stage. */
  private static final List<String> STAGE_FIELDS =
      List.of("width", "longestMillis", "workMillis", "memoryAskedMb", "memoryUsedMb", "name");

  /** The fields of a variation. */
  private static final List<String> VARIATION_FIELDS =
      List.of("cov", "firstTasks", "firstMeanMillis", "medianMillis", "logVariance");

  private HistoryLine() {}

  /** The text of a record in the newest version. */
  static String encode(HistoryRecord record) {
    JobFeatures features = record.features();
    JobOutcome outcome = record.outcome();
    StringBuilder line = new StringBuilder();
    escape(features.user(), line);
    escape(features.jobName(), line.append('\t'));
    escape(features.queue(), line.append('\t'));
    line.append('\t').append(outcome.spanMillis());
    line.append('\t').append(outcome.width());
    line.append('\t').append(outcome.workMillis());
    features.group().ifPresent(group -> escape(group, column(line, GROUP)));
    features.jobType().ifPresent(type -> escape(type, column(line, TYPE)));
    features.priority().ifPresent(priority -> column(line, PRIORITY).append(priority));
    features.slots().ifPresent(slots -> column(line, SLOTS).append(slots));
    features.requestedMillis().ifPresent(millis -> column(line, REQUESTED).append(millis));
    features.submitEpochMillis().ifPresent(millis -> column(line, SUBMIT).append(millis));
    outcome.endEpochMillis().ifPresent(millis -> column(line, END).append(millis));
    for (StageOutcome stage : outcome.stages()) {
      column(line, STAGE).append(stage.width());
      line.append(',').append(stage.longestMillis());
      line.append(',').append(stage.workMillis());
      line.append(',');
      stage.memoryAskedMb().ifPresent(line::append);
      line.append(',');
      stage.memoryUsedMb().ifPresent(line::append);
      escape(stage.name(), line.append(','));
      stage.variation().ifPresent(variation -> encode(variation, line));
    }
    return line.toString();
  }

  private static void encode(TaskVariation variation, StringBuilder line) {
    column(line, VARIATION).append(variation.cov());
    line.append(',').append(variation.firstTasks());
    line.append(',').append(variation.firstMeanMillis());
    line.append(',');
    variation.foreseen().ifPresent(foreseen -> line.append(foreseen.medianMillis()));
    line.append(',');
    variation.foreseen().ifPresent(foreseen -> line.append(foreseen.logVariance()));
  }

  private static StringBuilder column(StringBuilder line, String key) {
    return line.append('\t').append(key).append('=');
  }

  /** The record of a line of version 1. */
  static HistoryRecord decodeVersion1(String line) throws HistoryFormatException {
    String[] columns = line.split("\t", -1);
    if (columns.length != FIELDS.size()) {
      throw wrongColumns(columns, "");
    }
    return new HistoryRecord(
        new JobFeatures(text(columns, 0), text(columns, 1), text(columns, 2)), outcome(columns));
  }

  /** The record of a line of version 2 or 3. */
  static HistoryRecord decode(String line) throws HistoryFormatException {
    String[] columns = line.split("\t", -1);
    if (columns.length < FIELDS.size()) {
      throw wrongColumns(columns, ", and any more of the form key=value");
    }
    JobFeatures.Builder features =
        JobFeatures.builder(text(columns, 0), text(columns, 1), text(columns, 2));
    JobOutcome outcome = outcome(columns);
    if (columns.length == FIELDS.size()) {
      return new HistoryRecord(features.build(), outcome);
    }
    OptionalLong end = OptionalLong.empty();
    List<StageOutcome> stages = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (int i = FIELDS.size(); i < columns.length; i++) {
      int equals = columns[i].indexOf('=');
      String key = columns[i].substring(0, Math.max(0, equals));
      String value = columns[i].substring(equals + 1);
      if (!key.equals(STAGE) && !key.equals(VARIATION) && !seen.add(key)) {
        throw new HistoryFormatException("line", columns[i], "the column " + key + " once");
      }
      switch (key) {
        case GROUP -> features.group(text(GROUP, value));
        case TYPE -> features.jobType(text(TYPE, value));
        case PRIORITY ->
            features.priority((int) number(PRIORITY, value, Integer.MIN_VALUE, Integer.MAX_VALUE));
        case SLOTS -> features.slots(number(SLOTS, value, 1, Long.MAX_VALUE));
        case REQUESTED -> features.requestedMillis(number(REQUESTED, value, 1, Long.MAX_VALUE));
        case SUBMIT ->
            features.submitEpochMillis(number(SUBMIT, value, Long.MIN_VALUE, Long.MAX_VALUE));
        case END -> end = OptionalLong.of(number(END, value, Long.MIN_VALUE, Long.MAX_VALUE));
        case STAGE -> stages.add(stage(value));
        case VARIATION -> vary(stages, value);
        default ->
            throw new HistoryFormatException(
                "line",
                columns[i],
                "key=value with one of the keys "
                    + String.join(
                        ", ", GROUP, TYPE, PRIORITY, SLOTS, REQUESTED, SUBMIT, END, STAGE,
                        VARIATION));
      }
    }
    return new HistoryRecord(
        features.build(),
        new JobOutcome(
            outcome.spanMillis(),
            outcome.width(),
            outcome.workMillis(),
            ImmutableList.copyOf(stages),
            end));
  }

  private static HistoryFormatException wrongColumns(String[] columns, String more) {
    return new HistoryFormatException(
        "line",
        Counts.of(columns.length, "field"),
        FIELDS.size() + " fields separated by tabs: " + String.join(", ", FIELDS) + more);
  }

  private static JobOutcome outcome(String[] columns) throws HistoryFormatException {
    return new JobOutcome(
        number(FIELDS.get(3), columns[3], 0, Long.MAX_VALUE),
        (int) number(FIELDS.get(4), columns[4], 1, Integer.MAX_VALUE),
        number(FIELDS.get(5), columns[5], 0, Long.MAX_VALUE));
  }

  private static StageOutcome stage(String value) throws HistoryFormatException {
    String[] fields = value.split(",", STAGE_FIELDS.size());
    if (fields.length < STAGE_FIELDS.size()) {
      throw new HistoryFormatException(
          STAGE,
          value,
          STAGE_FIELDS.size() + " fields separated by commas: " + String.join(", ", STAGE_FIELDS));
    }
    return new StageOutcome(
        text(STAGE + " name", fields[5]),
        (int) number(STAGE + " width", fields[0], 1, Integer.MAX_VALUE),
        number(STAGE + " longestMillis", fields[1], 0, Long.MAX_VALUE),
        number(STAGE + " workMillis", fields[2], 0, Long.MAX_VALUE),
        memory(STAGE + " memoryAskedMb", fields[3]),
        memory(STAGE + " memoryUsedMb", fields[4]));
  }

  /** Adds a variation to the last of the stages. */
  private static void vary(List<StageOutcome> stages, String value) throws HistoryFormatException {
    StageOutcome last = stages.isEmpty() ? null : stages.get(stages.size() - 1);
    if (last == null || last.variation().isPresent()) {
      throw new HistoryFormatException(
          VARIATION, value, "one behind the column " + STAGE + " that it belongs to");
    }
    StageOutcome varied =
        new StageOutcome(
            last.name(),
            last.width(),
            last.longestMillis(),
            last.workMillis(),
            last.memoryAskedMb(),
            last.memoryUsedMb(),
            Optional.of(variation(value, last.width())));
    stages.set(stages.size() - 1, varied);
  }

  private static TaskVariation variation(String value, int width) throws HistoryFormatException {
    String[] fields = value.split(",", -1);
    if (fields.length != VARIATION_FIELDS.size()) {
      throw new HistoryFormatException(
          VARIATION,
          value,
          VARIATION_FIELDS.size()
              + " fields separated by commas: "
              + String.join(", ", VARIATION_FIELDS));
    }
    Optional<TaskVariation.Foreseen> foreseen =
        fields[3].isEmpty() && fields[4].isEmpty()
            ? Optional.empty()
            : Optional.of(new TaskVariation.Foreseen(amount(fields, 3), amount(fields, 4)));
    return new TaskVariation(
        amount(fields, 0),
        (int) number(VARIATION + " " + VARIATION_FIELDS.get(1), fields[1], 1, width),
        amount(fields, 2),
        foreseen);
  }

  private static double amount(String[] fields, int index) throws HistoryFormatException {
    String field = VARIATION + " " + VARIATION_FIELDS.get(index);
    String accepted = "a finite number of at least 0";
    try {
      double amount = Double.parseDouble(fields[index]);
      if (TaskVariation.isAmount(amount)) {
        return amount;
      }
    } catch (NumberFormatException e) {
      HistoryFormatException malformed = new HistoryFormatException(field, fields[index], accepted);
      malformed.initCause(e);
      throw malformed;
    }
    throw new HistoryFormatException(field, fields[index], accepted);
  }

  private static OptionalLong memory(String field, String value) throws HistoryFormatException {
    return value.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(number(field, value, Long.MIN_VALUE, Long.MAX_VALUE));
  }

  /** The bytes as text, with a replacement for what isn't UTF-8; for messages. */
  static String lenientText(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  /** The bytes as text. */
  static String strictText(byte[] bytes, int from, int to) throws HistoryFormatException {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, from, to - from))
          .toString();
    } catch (CharacterCodingException e) {
      HistoryFormatException malformed =
          new HistoryFormatException("line", lenientText(bytes, from, to), "text in UTF-8");
      malformed.initCause(e);
      throw malformed;
    }
  }

  static long number(String field, String value, long min, long max) throws HistoryFormatException {
    try {
      long number = Long.parseLong(value);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below like a number out of range: the message names both conditions.
    }
    throw new HistoryFormatException(field, value, "a whole number from " + min + " to " + max);
  }

  private static String text(String[] columns, int index) throws HistoryFormatException {
    return text(FIELDS.get(index), columns[index]);
  }

  static String text(String name, String field) throws HistoryFormatException {
    if (field.indexOf('\\') < 0) {
      return field;
    }
    StringBuilder text = new StringBuilder(field.length());
    int position = 0;
    while (position < field.length()) {
      char c = field.charAt(position++);
      if (c != '\\') {
        text.append(c);
        continue;
      }
      char escaped = position < field.length() ? field.charAt(position++) : ' ';
      switch (escaped) {
        case '\\' -> text.append('\\');
        case 't' -> text.append('\t');
        case 'n' -> text.append('\n');
        case 'r' -> text.append('\r');
        case 'u' -> {
          text.append(codeUnit(name, field, position));
          position += 4;
        }
        default -> throw badEscape(name, field);
      }
    }
    return text.toString();
  }

  private static char codeUnit(String name, String field, int position)
      throws HistoryFormatException {
    int unit = 0;
    for (int i = position; i < position + 4; i++) {
      int digit = i < field.length() ? Character.digit(field.charAt(i), 16) : -1;
      if (digit < 0) {
        throw badEscape(name, field);
      }
      unit = unit * 16 + digit;
    }
    return (char) unit;
  }

  private static HistoryFormatException badEscape(String name, String field) {
    return new HistoryFormatException(
        name,
        field,
        "text in which a backslash begins one of \\\\, \\t, \\n, \\r or \\u and four hexadecimal"
            + " digits");
  }

  static void escape(String text, StringBuilder escaped) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\\' -> escaped.append("\\\\");
        case '\t' -> escaped.append("\\t");
        case '\n' -> escaped.append("\\n");
        case '\r' -> escaped.append("\\r");
        default -> {
          if (Character.isISOControl(c) || isUnpairedSurrogate(text, i)) {
            escaped.append(String.format("\\u%04x", (int) c));
          } else {
            escaped.append(c);
          }
        }
      }
    }
  }

  /** UTF-8 has no form for half of a surrogate pair. */
  private static boolean isUnpairedSurrogate(String text, int index) {
    char c = text.charAt(index);
    if (Character.isHighSurrogate(c)) {
      return index + 1 == text.length() || !Character.isLowSurrogate(text.charAt(index + 1));
    }
    return Character.isLowSurrogate(c)
        && (index == 0 || !Character.isHighSurrogate(text.charAt(index - 1)));
  }
}
