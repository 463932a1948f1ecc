package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.util.concurrent.Uninterruptibles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.ThreeSigmaPredictor;
import org.junit.jupiter.api.Test;

class LearningTest {
  private static final String JOB = "application_1_0001";

  private final List<String> told = Collections.synchronizedList(new ArrayList<>());
  private volatile boolean learningFails;
  private volatile boolean followingFails;
  private volatile boolean hasNoThreads;
  private final Learning learning =
      new Learning(
          new ThreeSigmaPredictor(),
          (features, outcome, given) -> {
            if (learningFails) {
              throw new IllegalStateException("learning fails in this test");
            }
            told.add("learned " + features.jobName() + " " + outcome.spanMillis());
          },
          new Learning.Follower() {
            @Override
            public void submitted(ClusterEvent.JobSubmitted submitted) {
              if (followingFails) {
                throw new IllegalStateException("following fails in this test");
              }
              told.add("submitted " + submitted.jobId());
            }

            @Override
            public void lostSight() {
              told.add("lost sight");
            }

            @Override
            public void finished(
                ClusterEvent.JobFinished finished, Optional<Learning.Lesson> lesson) {
              told.add(
                  "finished "
                      + finished.jobId()
                      + lesson.map(taught -> " " + taught.outcome().spanMillis()).orElse(""));
            }
          },
          this::thread,
          () -> 0);

  private Thread thread(Runnable task) {
    if (hasNoThreads) {
      throw new OutOfMemoryError("unable to create a thread in this test");
    }
    return new Thread(task);
  }

  @Test
  void jobIsLearnedOnceAndThenFollowed() {
    lifeOfAJob().forEach(learning::tell);
    learning.stop();

    assertThat(told)
        .containsExactly("submitted " + JOB, "learned nightly 7", "finished " + JOB + " 7");
  }

  @Test
  void nothingIsLearnedFromAJobWhoseSubmissionNobodySaw() {
    lifeOfAJob().stream().skip(1).forEach(learning::tell);
    learning.stop();

    assertThat(told).containsExactly("finished " + JOB);
  }

  @Test
  void lessonOfOneJobIsNotThatOfTheNext() {
    lifeOfAJob().forEach(learning::tell);
    learning.tell(new ClusterEvent.JobFinished(9, "application_1_0002", true));
    learning.stop();

    assertThat(told).last().isEqualTo("finished application_1_0002");
  }

  @Test
  void whatTheHistoryFailsToLearnIsFollowedAllTheSame() {
    learningFails = true;
    lifeOfAJob().forEach(learning::tell);
    learning.stop();

    assertThat(told).containsExactly("submitted " + JOB, "finished " + JOB + " 7");
  }

  @Test
  void nameOfAJobThatCouldNotBeFollowedMakesNoLogLineOfItsOwn() {
    followingFails = true;
    try (CapturedLog lines = CapturedLog.of(Learning.class)) {
      learning.tell(submitted("a\njob"));
      learning.stop();

      assertThat(lines.text()).contains("Foresight could not learn from ").doesNotContain("\njob");
    }
  }

  @Test
  void jobsThatLiveWhileEventsAreLostTeachNothing() throws InterruptedException {
    CountDownLatch release = new CountDownLatch(1);
    List<ClusterEvent> life = lifeOfAJob();
    learning.tell(life.get(0));
    learning.afterwards(() -> Uninterruptibles.awaitUninterruptibly(release));
    Awaitility.await().until(() -> !told.isEmpty());
    for (int i = 0; i < Learning.MOST_EVENTS + 2; i++) {
      learning.tell(life.get(1));
    }
    assertThat(learning.lostEvents()).isPositive();

    release.countDown();
    CountDownLatch caughtUp = new CountDownLatch(1);
    Awaitility.await().until(() -> told.contains("lost sight"));
    learning.afterwards(caughtUp::countDown);
    assertThat(caughtUp.await(30, TimeUnit.SECONDS)).isTrue();
    life.stream().skip(2).forEach(learning::tell);
    learning.stop();

    assertThat(told).containsExactly("submitted " + JOB, "lost sight", "finished " + JOB);
  }

  @Test
  void stepThatFailsKeepsNobodyFromLearning() {
    learning.afterwards(
        () -> {
          throw new IllegalStateException("a step fails in this test");
        });
    lifeOfAJob().forEach(learning::tell);
    learning.stop();

    assertThat(told).contains("learned nightly 7");
  }

  @Test
  void whatIsNotLearnedWhenItIsGivenUpNeverIs() throws InterruptedException {
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    learning.afterwards(
        () -> {
          hangs.countDown();
          Uninterruptibles.awaitUninterruptibly(release);
          ended.countDown();
        });
    hangs.await();
    lifeOfAJob().forEach(learning::tell);

    Thread.currentThread().interrupt(); // Rather than wait for as long as it waits.
    learning.stop();
    assertThat(Thread.interrupted()).isTrue();
    release.countDown();

    ended.await();
    Awaitility.await().until(learning::hasEnded);
    assertThat(told).isEmpty();
  }

  @Test
  void learnsAgainOnceAThreadCanBeStarted() {
    hasNoThreads = true;
    List<ClusterEvent> life = lifeOfAJob();
    for (int i = 0; i < Learning.MOST_EVENTS + 2; i++) {
      tellWithoutThread(life.get(1));
    }
    assertThat(learning.lostEvents()).isEqualTo(2);

    hasNoThreads = false;
    learning.tell(life.get(1)); // Too many wait for this one too.
    Awaitility.await().until(() -> told.contains("lost sight"));
    CountDownLatch caughtUp = new CountDownLatch(1);
    learning.afterwards(caughtUp::countDown);
    assertThat(Uninterruptibles.awaitUninterruptibly(caughtUp, Duration.ofSeconds(30))).isTrue();
    life.forEach(learning::tell);
    learning.stop();

    assertThat(told)
        .containsExactly(
            "lost sight", "submitted " + JOB, "learned nightly 7", "finished " + JOB + " 7");
  }

  @Test
  void whatHadNoThreadToBeLearnedInIsLearnedAtTheEnd() {
    hasNoThreads = true;
    lifeOfAJob().forEach(this::tellWithoutThread);

    hasNoThreads = false;
    learning.stop();

    assertThat(told).contains("learned nightly 7");
  }

  @Test
  void endsAtOnceIfThereIsNoThreadEvenThen() {
    hasNoThreads = true;
    lifeOfAJob().forEach(this::tellWithoutThread);

    learning.stop();

    assertThat(learning.hasEnded()).isTrue();
    assertThat(told).isEmpty();
  }

  private void tellWithoutThread(ClusterEvent event) {
    assertThatThrownBy(() -> learning.tell(event)).isInstanceOf(OutOfMemoryError.class);
  }

  @Test
  void whatComesAfterItsEndCountsForNothing() {
    learning.stop();

    lifeOfAJob().forEach(learning::tell);

    assertThat(told).isEmpty();
  }

  private static List<ClusterEvent> lifeOfAJob() {
    return List.of(
        submitted("nightly"),
        new ClusterEvent.TaskStarted(1, JOB, "task", "20"),
        new ClusterEvent.TaskFinished(8, JOB, "task", ClusterEvent.TaskEnd.SUCCEEDED),
        new ClusterEvent.JobFinished(9, JOB, true));
  }

  private static ClusterEvent submitted(String name) {
    return new ClusterEvent.JobSubmitted(
        0, JOB, new JobFeatures("ada", name, "root.etl"), JobGoal.BEST_EFFORT);
  }
}
