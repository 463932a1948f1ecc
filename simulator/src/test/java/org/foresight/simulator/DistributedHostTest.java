package org.foresight.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foresight.simulator.TestJobs.job;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.foresight.planner.ClusterEvent.JobSubmitted;
import org.foresight.planner.ClusterEvent.TaskEnd;
import org.foresight.planner.distributed.Address;
import org.foresight.planner.distributed.DistributedPolicy;
import org.foresight.planner.distributed.Messenger;
import org.foresight.predictor.ThreeSigmaPredictor;
import org.foresight.traces.JobRun;
import org.foresight.traces.JobStream;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.Test;

/** Policies without a centre. */
class DistributedHostTest {
  private static final ClusterSpec TEN_NODES = ClusterSpec.ofSlots(10, 1);

  private static final List<WorkloadJob> JOBS =
      IntStream.range(0, 100).mapToObj(i -> job("j" + i, i * 700L, 2_000, 3_000)).toList();

  @Test
  void aProbeThatReachesAFreeNodeBindsATaskAfterARoundTripOfMessages() {
    Map<String, JobRun> runs =
        run(new Probing(), parameters().networkDelayMillis(5), JOBS.subList(0, 1));

    // The probe takes 5 ms, the start of the task 5 ms, the news of its end 5 ms.
    assertThat(runs.values())
        .singleElement()
        .satisfies(
            run -> {
              assertThat(run.firstTaskStartMillis()).hasValue(5);
              assertThat(run.finishMillis()).hasValue(5 + 5 + 3_000 + 5);
            });
  }

  @Test
  void lateBindingRunsEveryTaskOnce() {
    Probing policy = new Probing();

    Map<String, JobRun> runs = run(policy, parameters(), JOBS);

    assertThat(runs.values()).hasSize(100).allMatch(JobRun::succeeded);
    assertThat(policy.bound).isEqualTo(200);
    assertThat(policy.declined).isEqualTo(200); // Two probes a task, one of which comes too late.
  }

  @Test
  void probesOfLostTasksAreSentAgain() {
    Map<String, JobRun> runs =
        run(new Probing(), parameters().failures(new FailureModel(30_000, 5_000, 0.1)), JOBS);

    assertThat(runs.values()).hasSize(100).allMatch(JobRun::succeeded);
    assertThat(runs.values()).anyMatch(run -> run.tasksRerun() > 0);
  }

  @Test
  void theSameSeedGivesTheSameRun() {
    assertThat(run(new Probing(), parameters(), JOBS))
        .isEqualTo(run(new Probing(), parameters(), JOBS))
        .isNotEqualTo(run(new Probing(), parameters().seed(9), JOBS));
  }

  private static SimulationParameters.Builder parameters() {
    return SimulationParameters.builder();
  }

  private static Map<String, JobRun> run(
      Probing policy, SimulationParameters.Builder parameters, List<WorkloadJob> jobs) {
    Map<String, JobRun> runs = new LinkedHashMap<>();
    Simulation.runDistributed(
        TEN_NODES,
        parameters.build(),
        oracle -> policy,
        Optional.empty(),
        new ThreeSigmaPredictor(),
        JobStream.of(jobs),
        new SimulationListener() {
          @Override
          public void jobEnded(JobRun run) {
            runs.put(run.id(), run);
          }
        });
    return runs;
  }

  /**
   * Batch sampling with late binding (Sparrow, SOSP 2013): two probes a task to random nodes; a
   * node that is free asks for a task of the job of its first probe.
   */
  private static final class Probing implements DistributedPolicy<String> {
    private final Map<Integer, ArrayDeque<String>> queues = new HashMap<>();
    private final Set<String> jobs = new LinkedHashSet<>();
    int bound;
    int declined;

    @Override
    public String name() {
      return "probing";
    }

    @Override
    public void submitted(JobSubmitted job, Messenger<String> messenger) {
      jobs.add(job.jobId());
      demandGrew(job.jobId(), messenger);
    }

    @Override
    public void demandGrew(String jobId, Messenger<String> messenger) {
      for (int i = 0; i < 2 * messenger.waitingTasks(jobId); i++) {
        int node = messenger.random().nextInt(messenger.nodes());
        messenger.send(new Address.Node(node), jobId);
      }
    }

    @Override
    public void received(Address at, String jobId, Messenger<String> messenger) {
      int node = ((Address.Node) at).index();
      queues.computeIfAbsent(node, n -> new ArrayDeque<>()).add(jobId);
      serve(node, messenger);
    }

    @Override
    public void taskEnded(int node, String jobId, TaskEnd end, Messenger<String> messenger) {
      serve(node, messenger);
    }

    @Override
    public void nodeChanged(int node, boolean isUp, Messenger<String> messenger) {
      // Probes that waited there are gone, and so are those on their way to it.
      queues.remove(node);
      List.copyOf(jobs).forEach(job -> demandGrew(job, messenger));
    }

    @Override
    public void jobEnded(String jobId) {
      jobs.remove(jobId);
    }

    private void serve(int node, Messenger<String> messenger) {
      ArrayDeque<String> queue = queues.computeIfAbsent(node, n -> new ArrayDeque<>());
      while (!queue.isEmpty() && messenger.node(node).free().amount(1) > 0) {
        if (messenger.start(node, queue.remove())) {
          bound++;
        } else {
          declined++;
        }
      }
    }
  }
}
