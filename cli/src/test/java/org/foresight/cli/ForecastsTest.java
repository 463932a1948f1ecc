package org.foresight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableMap;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ForecastsTest {

  private static final Instant BEGIN = Instant.ofEpochMilli(1_000);

  private final Forecasts forecasts = new Forecasts();

  @Test
  void whatIsSaidFirstStaysAndIsInWorkloadTime() throws Exception {
    say("{\"id\":\"app\",\"startedMillis\":null,\"plannedStartMillis\":null,\"runtime\":null}");
    say(job("null", "3000", "{\"p10Millis\":1,\"p50Millis\":2000,\"p90Millis\":5000}"));
    say(job("null", "9000", "{\"p10Millis\":1,\"p50Millis\":2222,\"p90Millis\":5555}"));

    assertThat(byJob())
        .containsExactly(
            Map.entry(
                "job",
                new JobForecast(
                    OptionalLong.of(20_000), Optional.of(new JobForecast.Range(20_000, 50_000)))));
  }

  @Test
  void whatRunsAlreadyHasNoPlannedStart() throws Exception {
    say(job("2500", "3000", "null"));

    assertThat(byJob())
        .containsExactly(Map.entry("job", new JobForecast(OptionalLong.empty(), Optional.empty())));
  }

  @Test
  void applicationsThatAreNoneOfTheWorkloadsAreLeftOut() throws Exception {
    say("{\"id\":\"other\",\"visible\":false}");

    assertThat(byJob()).isEmpty();
  }

  private void say(String job) throws JsonProcessingException {
    forecasts.add(new ObjectMapper().readTree("{\"jobs\":[" + job + "]}"));
  }

  private static String job(String started, String planned, String runtime) {
    return "{\"id\":\"app\",\"startedMillis\":"
        + started
        + ",\"plannedStartMillis\":"
        + planned
        + ",\"runtime\":"
        + runtime
        + "}";
  }

  private ImmutableMap<String, JobForecast> byJob() {
    return forecasts.byJob(
        app -> app.equals("app") ? Optional.of("job") : Optional.empty(), BEGIN, 0.1);
  }
}
