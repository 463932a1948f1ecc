package org.foresight.traces.past;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.google.common.collect.AbstractIterator;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedMap;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.zip.ZipException;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobRequest;
import org.foresight.traces.TraceBytes;
import org.foresight.traces.TraceFormatException;
import org.foresight.traces.TraceLimits;
import org.jspecify.annotations.Nullable;

/**
 * Past jobs of a ResourceManager: what it answers to {@code /ws/v1/cluster/apps}.
 *
 * <p>An answer knows less than a log of the application: the runtime is the time from the launch of
 * the application's master (from the submission, where an old version does not say when that was)
 * to the end, which contains what the application waited for its containers; how many tasks there
 * were is unknown, so the width is 1; the work is what the containers held, in virtual cores times
 * time. The runtime that the user stated is the timeout {@code LIFETIME}, if there is one. What has
 * not finished is left out.
 *
 * <p>An application that is malformed is one bad line; text that is no JSON ends the reading, as
 * one that is told of.
 */
public final class YarnApplications extends AbstractIterator<PastJob> implements PastJobStream {

  private static final String ACCEPTED =
      "the answer of a ResourceManager to /ws/v1/cluster/apps, such as"
          + " {\"apps\":{\"app\":[{\"id\":…}]}}";

  private static final String APPS = "apps";
  private static final String APP = "app";
  private static final String ID = "id";
  private static final String USER = "user";
  private static final String NAME = "name";
  private static final String QUEUE = "queue";
  private static final String TYPE = "applicationType";
  private static final String PRIORITY = "priority";
  private static final String SUBMITTED = "startedTime";
  private static final String LAUNCHED = "launchTime";
  private static final String FINISHED = "finishedTime";
  private static final String STATE = "state";
  private static final String STATUS = "finalStatus";
  private static final String VCORE_SECONDS = "vcoreSeconds";
  private static final String TIMEOUTS = "timeouts";

  private static final String TIMEOUT = "timeout";
  private static final String TIMEOUT_TYPE = "type";
  private static final String LIFETIME = "LIFETIME";
  private static final String EXPIRY = "expiryTime";
  private static final String UNLIMITED = "UNLIMITED";

  private static final String UNFINISHED = "the application has not finished";

  private static final String KILLED = "KILLED";

  private static final ImmutableSet<String> SCALARS =
      ImmutableSet.of(
          ID,
          USER,
          NAME,
          QUEUE,
          TYPE,
          PRIORITY,
          SUBMITTED,
          LAUNCHED,
          FINISHED,
          STATE,
          STATUS,
          VCORE_SECONDS);

  private static final long MILLIS_PER_SECOND = 1_000;

  /** As YARN writes it, such as {@code 2024-05-01T10:00:00.000+0000}. */
  private static final DateTimeFormatter EXPIRY_FORMAT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSZ", Locale.ROOT);

  private static final JsonFactory JSON =
      JsonFactory.builder()
          // An answer may hold any number of resource names; they must not stay in the JVM.
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .build();

  private final JsonParser json;
  private final String source;
  private final BadLines badLines;

  /** How many applications were begun. */
  private long position;

  private long unfinished;

  /** Whether there may be more applications. */
  private boolean inside;

  private YarnApplications(JsonParser json, String source, BadLines badLines) {
    this.json = json;
    this.source = source;
    this.badLines = badLines;
  }

  /**
   * Opens a saved answer, plain or compressed by gzip.
   *
   * @throws TraceFormatException if it is missing, or no such answer where it begins
   * @throws IOException if it cannot be read
   */
  public static PastJobStream open(Path file, BadLines badLines) throws IOException {
    return open(TraceBytes.open(file, ACCEPTED), file.toString(), badLines);
  }

  /**
   * Reads an answer.
   *
   * @param answer is closed with the stream of jobs, and where none can be made
   * @param source where it comes from, for messages
   * @throws TraceFormatException if it is no such answer where it begins
   * @throws IOException if it cannot be read
   */
  public static PastJobStream open(InputStream answer, String source, BadLines badLines)
      throws IOException {
    try {
      YarnApplications applications =
          new YarnApplications(JSON.createParser(answer), source, badLines);
      applications.goToApplications();
      return applications;
    } catch (IOException | RuntimeException e) {
      answer.close();
      throw e;
    }
  }

  private void goToApplications() throws IOException {
    try {
      if (json.nextToken() != JsonToken.START_OBJECT || !goToField(APPS)) {
        throw new TraceFormatException(
            source, APPS + ": there is no such field; accepted: " + ACCEPTED + ".");
      }
      JsonToken apps = json.currentToken();
      // Null or an empty object if there are none.
      if (apps != JsonToken.VALUE_NULL && apps != JsonToken.START_OBJECT) {
        throw new TraceFormatException(
            source, badField(APPS, json.getText(), "an object with the field " + APP));
      }
      if (apps == JsonToken.START_OBJECT && goToField(APP)) {
        JsonToken app = json.currentToken();
        if (app != JsonToken.START_ARRAY
            && app != JsonToken.START_OBJECT
            && app != JsonToken.VALUE_NULL) {
          throw new TraceFormatException(
              source, badField(APPS + "." + APP, json.getText(), "an array of objects"));
        }
        inside = app != JsonToken.VALUE_NULL;
      }
    } catch (JsonProcessingException e) {
      throw noJson(e);
    } catch (EOFException | ZipException e) {
      throw damaged(e);
    }
  }

  /** Goes to the value of the field of this object; false at the object's end. */
  private boolean goToField(String name) throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      boolean found = json.currentName().equals(name);
      json.nextToken();
      if (found) {
        return true;
      }
      json.skipChildren();
    }
    return false;
  }

  @Override
  protected @Nullable PastJob computeNext() {
    while (inside) {
      try {
        PastJob job = read();
        if (job != null) {
          return job;
        }
      } catch (JsonProcessingException e) {
        inside = false;
        badLines.found(noJson(e));
      } catch (EOFException | ZipException e) {
        inside = false;
        badLines.found(damaged(e));
      } catch (TraceFormatException e) {
        badLines.found(e);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return endOfData();
  }

  private TraceFormatException noJson(JsonProcessingException e) {
    TraceFormatException problem =
        new TraceFormatException(
            source,
            "line "
                + e.getLocation().getLineNr()
                + " is no JSON ("
                + e.getOriginalMessage()
                + "); accepted: "
                + ACCEPTED
                + ".");
    problem.initCause(e);
    return problem;
  }

  private TraceFormatException damaged(IOException e) {
    TraceFormatException problem =
        new TraceFormatException(
            source, "the gzip data is damaged or ends too early; accepted: a whole gzip file.");
    problem.initCause(e);
    return problem;
  }

  private static String badField(String field, String found, String accepted) {
    return field + ": found " + TraceFormatException.quote(found) + "; accepted: " + accepted + ".";
  }

  /** The next application; null if there is none, or it has not finished. */
  private @Nullable PastJob read() throws IOException {
    JsonToken token = json.currentToken();
    if (token != JsonToken.START_OBJECT || position > 0) {
      token = json.nextToken();
    }
    if (token == JsonToken.END_ARRAY || token == JsonToken.END_OBJECT || token == null) {
      // Where there is one application only, some versions leave the array out.
      inside = false;
      return null;
    }
    position++;
    if (token != JsonToken.START_OBJECT) {
      String found = json.getText();
      json.skipChildren();
      throw new TraceFormatException(
          source,
          "application "
              + position
              + ": found "
              + TraceFormatException.quote(found)
              + "; accepted: an object.");
    }
    Application application = new Application();
    application.readFields();
    return application.job();
  }

  @Override
  public ImmutableSortedMap<String, Long> leftOut() {
    return unfinished == 0
        ? ImmutableSortedMap.of()
        : ImmutableSortedMap.of(UNFINISHED, unfinished);
  }

  @Override
  public void close() throws IOException {
    json.close();
  }

  /** The fields of one application. */
  private final class Application {
    private final Map<String, String> values = new HashMap<>();
    private Optional<String> expiry = Optional.empty();

    /** Reads all of it first, so that the next application is found whatever is wrong here. */
    void readFields() throws IOException {
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String field = json.currentName();
        JsonToken value = json.nextToken();
        if (field.equals(TIMEOUTS)) {
          readTimeouts(value);
        } else if (SCALARS.contains(field) && value != JsonToken.VALUE_NULL) {
          // Of an array or object, the bracket, which is no good value of any field but a text.
          values.put(field, json.getText());
        }
        json.skipChildren();
      }
    }

    /** An object with an array of timeouts, or in some versions with the only one. */
    private void readTimeouts(JsonToken value) throws IOException {
      if (value != JsonToken.START_OBJECT) {
        return;
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        boolean isTimeout = json.currentName().equals(TIMEOUT);
        JsonToken timeout = json.nextToken();
        if (isTimeout && timeout == JsonToken.START_OBJECT) {
          readTimeout();
        } else if (isTimeout && timeout == JsonToken.START_ARRAY) {
          while (json.nextToken() != JsonToken.END_ARRAY) {
            if (json.currentToken() == JsonToken.START_OBJECT) {
              readTimeout();
            }
            json.skipChildren();
          }
        }
        json.skipChildren();
      }
    }

    private void readTimeout() throws IOException {
      String type = "";
      String time = UNLIMITED;
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String field = json.currentName();
        json.nextToken();
        if (field.equals(TIMEOUT_TYPE)) {
          type = json.getText();
        } else if (field.equals(EXPIRY)) {
          time = json.getText();
        }
        json.skipChildren();
      }
      if (type.equals(LIFETIME) && !time.equals(UNLIMITED)) {
        expiry = Optional.of(time);
      }
    }

    @Nullable PastJob job() {
      long endMillis = time(FINISHED);
      if (endMillis == 0) {
        unfinished++;
        return null;
      }
      long submitMillis = time(SUBMITTED);
      long launchMillis = values.containsKey(LAUNCHED) ? time(LAUNCHED) : 0;
      String begin = launchMillis > 0 ? LAUNCHED : SUBMITTED;
      long beginMillis = launchMillis > 0 ? launchMillis : submitMillis;
      if (endMillis < beginMillis) {
        throw bad(FINISHED, text(FINISHED), "no earlier than " + begin + ", " + beginMillis);
      }
      String type = values.getOrDefault(TYPE, "");
      return new PastJob(
          text(ID),
          submitMillis,
          endMillis,
          end(),
          text(USER),
          values.getOrDefault(NAME, ""),
          text(QUEUE),
          new JobRequest(
              Optional.empty(),
              type.isEmpty() ? Optional.empty() : Optional.of(type),
              values.containsKey(PRIORITY)
                  ? OptionalInt.of((int) whole(PRIORITY, Integer.MIN_VALUE, Integer.MAX_VALUE))
                  : OptionalInt.empty(),
              OptionalLong.empty(),
              requestedMillis(submitMillis)),
          endMillis - beginMillis,
          1,
          whole(VCORE_SECONDS, 0, TraceLimits.DEMAND) * MILLIS_PER_SECOND,
          ImmutableList.of());
    }

    private PastJob.End end() {
      String status = text(STATUS);
      return switch (status) {
        case "SUCCEEDED" -> PastJob.End.COMPLETED;
        // Of these two, the first ended with some of its parts failed, the other did not say.
        case "FAILED", "ENDED" -> PastJob.End.FAILED;
        case "UNDEFINED" ->
            values.getOrDefault(STATE, "").equals(KILLED)
                ? PastJob.End.CANCELLED
                : PastJob.End.FAILED;
        case KILLED -> PastJob.End.CANCELLED;
        default ->
            throw bad(STATUS, status, "one of SUCCEEDED, FAILED, KILLED, ENDED and UNDEFINED");
      };
    }

    private OptionalLong requestedMillis(long submitMillis) {
      if (expiry.isEmpty()) {
        return OptionalLong.empty();
      }
      String text = expiry.get();
      String accepted =
          "a time after startedTime such as 2024-05-01T10:00:00.000+0000, or " + UNLIMITED;
      try {
        long requestedMillis =
            OffsetDateTime.parse(text, EXPIRY_FORMAT).toInstant().toEpochMilli() - submitMillis;
        if (requestedMillis < 1) {
          throw bad(EXPIRY, text, accepted);
        }
        return OptionalLong.of(requestedMillis);
      } catch (DateTimeException e) {
        TraceFormatException problem = bad(EXPIRY, text, accepted);
        problem.initCause(e);
        throw problem;
      }
    }

    private long time(String field) {
      return whole(field, 0, TraceLimits.TIME_MILLIS);
    }

    private long whole(String field, long min, long max) {
      String text = text(field);
      try {
        long number = Long.parseLong(text);
        if (number >= min && number <= max) {
          return number;
        }
      } catch (NumberFormatException e) {
        // Reported below, like a number that is out of range.
      }
      throw bad(field, text, "a whole number from " + min + " to " + max);
    }

    private String text(String field) {
      String value = values.get(field);
      if (value == null) {
        throw new TraceFormatException(
            source, place() + field + ": there is no such field; accepted: a value.");
      }
      return value;
    }

    private TraceFormatException bad(String field, String found, String accepted) {
      return new TraceFormatException(source, place() + badField(field, found, accepted));
    }

    /** Its id, or where that is unknown, which one it is. */
    private String place() {
      String id = values.get(ID);
      return "application " + (id == null ? position : id) + ", ";
    }
  }
}
