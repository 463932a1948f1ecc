package org.foresight.predictor.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.RuntimePredictor;
import org.junit.jupiter.api.Test;

class ReplayTest {

  private final List<String> heard = new ArrayList<>();
  private final Replay replay = new Replay(new Listener());

  @Test
  void aJobIsTaughtWhenItEndsAndNotBefore() {
    submit("long", 0, 100);
    submit("short", 10, 20);
    submit("late", 20, 30);
    replay.finish();

    assertThat(heard)
        .containsExactly(
            "asked long",
            "asked short",
            "taught short",
            "asked late",
            "taught late",
            "taught long");
  }

  @Test
  void jobsThatEndAtOnceAreTaughtInTheOrderOfTheirSubmission() {
    submit("a", 0, 50);
    submit("b", 1, 50);
    submit("c", 2, 50);
    replay.finish();

    assertThat(heard.subList(3, 6)).containsExactly("taught a", "taught b", "taught c");
  }

  private void submit(String name, long submitMillis, long endMillis) {
    long span = endMillis - submitMillis;
    Optional<JobEstimate> answer =
        replay.submit(
            new ReplayedJob(
                submitMillis,
                endMillis,
                new JobFeatures("ann", name, "root.q"),
                new JobOutcome(span, 1, span)));
    assertThat(answer).isPresent();
  }

  /** Answers every job with its own estimate, and wants it back. */
  private final class Listener implements RuntimePredictor {
    private final PointBaseline answers = PointBaseline.userEstimate();
    private final List<JobEstimate> given = new ArrayList<>();

    @Override
    public String name() {
      return "listener";
    }

    @Override
    public Optional<JobEstimate> predict(JobFeatures features) {
      heard.add("asked " + features.jobName());
      Optional<JobEstimate> answer =
          answers.predict(
              JobFeatures.builder("ann", features.jobName(), "q")
                  .requestedMillis(1 + given.size())
                  .build());
      given.add(answer.orElseThrow());
      return answer;
    }

    @Override
    public void learn(JobFeatures features, JobOutcome outcome, Optional<JobEstimate> answer) {
      heard.add("taught " + features.jobName());
      assertThat(given).contains(answer.orElseThrow());
    }
  }
}
