package org.foresight.traces.formats;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobFacts;
import org.foresight.traces.JobRequest;
import org.foresight.traces.Jobs;
import org.foresight.traces.NodePreference;
import org.foresight.traces.StatedJobs;
import org.foresight.traces.TraceLimits;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;

class JsonLinesPropertyTest {

  @Provide
  Arbitrary<List<WorkloadJob>> jobs() {
    Arbitrary<String> text =
        Arbitraries.oneOf(
            Arbitraries.of("", "\"", "\\", "\n", "\u0000", "\ud83d", "\ude00", "\ud83d\ude00", "é"),
            Arbitraries.strings().ofMaxLength(6));
    Arbitrary<Long> time =
        Arbitraries.longs().between(-TraceLimits.TIME_MILLIS, TraceLimits.TIME_MILLIS);
    Arbitrary<ImmutableLongArray> tasks =
        Arbitraries.oneOf(
                Arbitraries.longs()
                    .between(1, TraceLimits.TASK_MILLIS)
                    .list()
                    .ofMinSize(1)
                    .ofMaxSize(4),
                Arbitraries.just(List.of(7L, 7L, 7L)))
            .map(ImmutableLongArray::copyOf);
    Arbitrary<ImmutableSortedMap<String, Long>> demand =
        Arbitraries.oneOf(
            Arbitraries.just(WorkloadStage.ONE_SLOT),
            Arbitraries.maps(text, Arbitraries.longs().between(0, TraceLimits.DEMAND))
                .ofMaxSize(3)
                .map(ImmutableSortedMap::copyOf));
    Arbitrary<ImmutableList<WorkloadStage>> stages =
        Combinators.combine(
                tasks, demand, text, Arbitraries.integers().between(0, 9).set().ofMaxSize(3))
            .as(
                (taskMillis, need, partition, parents) ->
                    new WorkloadStage(
                        taskMillis,
                        // Far ahead: brought down to earlier stages below.
                        ImmutableIntArray.copyOf(parents),
                        need,
                        partition))
            .list()
            .ofMinSize(1)
            .ofMaxSize(4)
            .map(JsonLinesPropertyTest::withEarlierParents);
    Arbitrary<NodePreference> preference =
        Arbitraries.oneOf(
            Arbitraries.just(NodePreference.NONE),
            Combinators.combine(text.set().ofMaxSize(3), Arbitraries.doubles().between(1.0, 1000.0))
                .as((classes, slow) -> new NodePreference(ImmutableSet.copyOf(classes), slow)));
    Arbitrary<WorkloadJob> jobs =
        Combinators.combine(
                text.map(id -> "j" + id),
                time,
                text,
                text,
                text,
                time.injectNull(0.5),
                stages,
                preference)
            .as(
                (id, submit, user, name, queue, deadline, staged, preferred) ->
                    new WorkloadJob(
                        id,
                        submit,
                        user,
                        name,
                        queue,
                        deadline == null ? OptionalLong.empty() : OptionalLong.of(deadline),
                        submit % 2 == 0,
                        staged,
                        preferred,
                        JobRequest.NONE));
    return Combinators.combine(jobs, requests())
        .as(WorkloadJob::requested)
        .list()
        .ofMinSize(1)
        .ofMaxSize(4)
        .map(
            list ->
                ImmutableList.sortedCopyOf(
                    Comparator.comparingLong(WorkloadJob::submitMillis), list));
  }

  private static ImmutableList<WorkloadStage> withEarlierParents(List<WorkloadStage> stages) {
    return IntStream.range(0, stages.size())
        .mapToObj(
            i -> {
              WorkloadStage stage = stages.get(i);
              int[] parents = stage.parents().stream().filter(parent -> parent < i).toArray();
              return new WorkloadStage(
                  stage.taskMillis(),
                  ImmutableIntArray.copyOf(parents),
                  stage.demand(),
                  stage.partition());
            })
        .collect(ImmutableList.toImmutableList());
  }

  @Property(tries = 300)
  void whatIsWrittenIsRead(@ForAll("jobs") List<WorkloadJob> jobs) throws IOException {
    Path folder = Files.createTempDirectory("trace");
    Path file = folder.resolve(jobs.size() % 2 == 0 ? "a.jsonl" : "a.jsonl.gz");
    try {
      try (JsonLinesWriter writer = JsonLinesWriter.create(file)) {
        for (WorkloadJob job : jobs) {
          writer.write(job);
        }
        writer.finish();
      }
      assertThat(Jobs.all(JsonLinesReader.open(file, BadLines.STRICT))).isEqualTo(jobs);
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }

  private static Arbitrary<JobRequest> requests() {
    Arbitrary<Optional<String>> text =
        Arbitraries.oneOf(
            Arbitraries.just(Optional.empty()),
            Arbitraries.of("", "\"", "é", "\ud83d\ude00", "SPARK").map(Optional::of));
    Arbitrary<OptionalLong> count =
        Arbitraries.longs().between(1, TraceLimits.TASK_MILLIS).map(OptionalLong::of);
    Arbitrary<OptionalLong> amount =
        Arbitraries.oneOf(Arbitraries.just(OptionalLong.empty()), count);
    Arbitrary<OptionalInt> priority =
        Arbitraries.oneOf(
            Arbitraries.just(OptionalInt.empty()), Arbitraries.integers().map(OptionalInt::of));
    return Combinators.combine(text, text, priority, amount, amount).as(JobRequest::new);
  }

  @Provide
  Arbitrary<JobFacts> facts() {
    // Late enough for any submission.
    Arbitrary<OptionalLong> end =
        Arbitraries.of(OptionalLong.empty(), OptionalLong.of(TraceLimits.TIME_MILLIS));
    return Combinators.combine(end, Arbitraries.of(JobFacts.Status.values())).as(JobFacts::new);
  }

  @Property(tries = 200)
  void whatBecameOfAJobIsReadToo(
      @ForAll("jobs") List<WorkloadJob> jobs, @ForAll("facts") JobFacts facts) throws IOException {
    Path folder = Files.createTempDirectory("trace");
    Path file = folder.resolve("a.jsonl");
    try {
      try (JsonLinesWriter writer = JsonLinesWriter.create(file)) {
        writer.write(jobs.get(0), facts);
        for (WorkloadJob job : jobs) {
          writer.write(job);
        }
        writer.finish();
      }
      List<WorkloadJob> read = new ArrayList<>();
      List<JobFacts> readFacts = new ArrayList<>();
      try (StatedJobs stated = JsonLinesReader.openStated(file, BadLines.STRICT)) {
        while (stated.hasNext()) {
          read.add(stated.next());
          readFacts.add(stated.facts());
        }
      }
      assertThat(read.get(0)).isEqualTo(jobs.get(0));
      assertThat(read.subList(1, read.size())).isEqualTo(jobs);
      assertThat(readFacts.get(0)).isEqualTo(facts);
      assertThat(readFacts.subList(1, readFacts.size())).containsOnly(JobFacts.NONE);
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }
}
