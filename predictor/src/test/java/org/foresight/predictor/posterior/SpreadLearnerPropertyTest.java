package org.foresight.predictor.posterior;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableLongArray;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.PointDistribution;
import org.foresight.predictor.RuntimeDistribution;
import org.foresight.predictor.StageOutcome;

class SpreadLearnerPropertyTest {

  /** A stage of a job that has ended well. */
  record Ended(
      JobFeatures job, String stage, ImmutableLongArray taskMillis, int pilots, double foreseen) {

    Optional<RuntimeDistribution> given() {
      return foreseen == 0 ? Optional.empty() : Optional.of(new PointDistribution(foreseen));
    }

    JobOutcome outcome() {
      long longest = taskMillis.stream().max().orElseThrow();
      StageOutcome recorded =
          new StageOutcome(
              stage,
              taskMillis.length(),
              longest,
              taskMillis.stream().sum(),
              OptionalLong.empty(),
              OptionalLong.empty(),
              Optional.of(TaskVariations.of(taskMillis, pilots, given())));
      return new JobOutcome(
          longest,
          recorded.width(),
          recorded.workMillis(),
          ImmutableList.of(recorded),
          OptionalLong.empty());
    }
  }

  @Provide
  Arbitrary<List<Ended>> jobs() {
    Arbitrary<JobFeatures> features =
        Combinators.combine(
                Arbitraries.of("ann", "bob", "\u00fc\ud83d\ude00"),
                Arbitraries.of("etl", "report", ""))
            .as((user, name) -> new JobFeatures(user, name, "root.q"));
    Arbitrary<ImmutableLongArray> tasks =
        Arbitraries.longs()
            .between(0, 10_000_000)
            .list()
            .ofMinSize(1)
            .ofMaxSize(40)
            .map(ImmutableLongArray::copyOf);
    return Combinators.combine(
            features,
            Arbitraries.of("map", "reduce", ""),
            tasks,
            Arbitraries.integers().between(0, 50),
            Arbitraries.of(0.0, 1.0, 700.0, 60_000.0))
        .as(Ended::new)
        .list()
        .ofMaxSize(20);
  }

  @Property(tries = 60)
  void whatIsRecordedTeachesTheSameToTheBit(@ForAll("jobs") List<Ended> jobs) {
    SpreadLearner bySight = new SpreadLearner();
    SpreadLearner byRecords = new SpreadLearner();
    for (Ended job : jobs) {
      bySight.learn(job.job(), job.stage(), job.taskMillis(), job.pilots(), job.given());
      byRecords.learn(job.job(), job.outcome());
    }

    assertSame(bySight, byRecords, jobs);
  }

  @Property(tries = 60)
  void whatIsSavedIsRestoredAndLearnsOnAlike(
      @ForAll("jobs") List<Ended> jobs, @ForAll("jobs") List<Ended> more) throws IOException {
    SpreadLearner learner = new SpreadLearner(7);
    jobs.forEach(job -> learner.learn(job.job(), job.outcome()));

    SpreadLearner restored = restored(learner, 7);

    assertSame(learner, restored, jobs);
    assertThat(restored.valueCount()).isEqualTo(learner.valueCount());
    for (Ended job : more) {
      learner.learn(job.job(), job.outcome());
      restored.learn(job.job(), job.outcome());
    }
    assertSame(learner, restored, more);
  }

  private static SpreadLearner restored(SpreadLearner saved, int maxValues) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    saved.save(new DataOutputStream(bytes));
    SpreadLearner restored = new SpreadLearner(maxValues);
    restored.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    return restored;
  }

  private static void assertSame(SpreadLearner one, SpreadLearner other, List<Ended> jobs) {
    for (Ended job : jobs) {
      for (String stage : List.of(job.stage(), "unseen")) {
        assertThat(other.spread(job.job(), stage)).isEqualTo(one.spread(job.job(), stage));
      }
    }
  }
}
