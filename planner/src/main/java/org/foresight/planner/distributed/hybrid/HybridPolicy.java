package org.foresight.planner.distributed.hybrid;

import com.google.common.collect.ImmutableList;
import java.util.HashMap;
import java.util.Map;
import org.foresight.planner.ClusterEvent.JobSubmitted;
import org.foresight.planner.ClusterEvent.TaskEnd;
import org.foresight.planner.distributed.Address;
import org.foresight.planner.distributed.DistributedPolicy;
import org.foresight.planner.distributed.Messenger;
import org.foresight.planner.distributed.hybrid.HybridMessage.Again;
import org.foresight.planner.distributed.hybrid.HybridMessage.Loot;
import org.foresight.planner.distributed.hybrid.HybridMessage.News;
import org.foresight.planner.distributed.hybrid.HybridMessage.Probe;
import org.foresight.planner.distributed.hybrid.HybridMessage.Rejection;
import org.foresight.planner.distributed.hybrid.HybridMessage.ReportTime;
import org.foresight.planner.distributed.hybrid.HybridMessage.StealRequest;
import org.foresight.planner.distributed.hybrid.HybridMessage.Task;
import org.foresight.predictor.Counts;
import org.jspecify.annotations.Nullable;

/**
 * The schedulers of Delgado's thesis: each job's own, a central one, and one on every node, with a
 * queue. Which of their parts are at work the {@link HybridSettings} say.
 *
 * <p>Where this deviates from the thesis, or goes on where it is silent:
 *
 * <ul>
 *   <li>A node that asks for a task gets it in one step, after one delay of the network rather than
 *       the two of request and reply; it is refused a task at once.
 *   <li>The number of tasks that a job has left is known to all nodes at once, see {@link
 *       HybridJob}; reports of nodes are, see {@link ReportBoard}.
 *   <li>A scheduler that has given out all tasks of its job does not send rejected probes again.
 *   <li>An idle node asks one node after the other, each of which passes the request on; it asks
 *       anew whenever it has become idle, has got probes that came to nothing, or was sent such a
 *       probe. In the published simulator this takes no time.
 *   <li>Without central placement, long jobs send probes to the general partition.
 *   <li>Nodes of several slots have one queue for all; one long task on any slot makes them a node
 *       with a long task.
 *   <li>A scheduler hears at once that a node has failed, and sends what it had sent there to
 *       another one a second later. So it does with what a node could never run.
 * </ul>
 *
 * <p>Not thread-safe; an object serves one run.
 */
public final class HybridPolicy implements DistributedPolicy<HybridMessage> {

  /** The central scheduler, and where reports come to. */
  private static final Address.Scheduler CENTRE = new Address.Scheduler(0);

  /** After that long a scheduler tries another node; one that is away stays so for minutes. */
  private static final long AGAIN_MILLIS = 1_000;

  private static final int VCORES = 1;

  private final String name;
  private final HybridSettings settings;
  private final TaskEstimates estimates;
  private final QueueOrder order;
  private final Map<String, HybridJob> jobs = new HashMap<>();
  private final ProbeCounter counter = new ProbeCounter();

  /** Null before the first job. */
  private @Nullable Cluster cluster;

  private int submitted;
  private boolean isReporting;

  /**
   * The nodes, and the parts that know of all of them.
   *
   * @param addresses of the nodes
   */
  private record Cluster(
      Partitions partitions,
      ImmutableList<HybridNode> nodes,
      ImmutableList<Address.Node> addresses,
      CentralScheduler central,
      ReportBoard board) {}

  /**
   * Without any job yet.
   *
   * @param name by which it is called, such as {@code hawk}
   * @param estimates asked once for every job, at its submission
   */
  public HybridPolicy(String name, HybridSettings settings, TaskEstimates estimates) {
    this.name = name;
    this.settings = settings;
    this.estimates = estimates;
    this.order =
        settings.shortestFirst()
            ? new ShortestJobFirst(
                settings.bypassFactor(), settings.longJobs() == Placement.CENTRAL)
            : QueueOrder.FIRST_COME;
  }

  @Override
  public String name() {
    return name;
  }

  /** What became of the probes so far. */
  public ProbeCounts counts() {
    return counter.counts();
  }

  private Cluster cluster(Messenger<HybridMessage> messenger) {
    Cluster current = cluster;
    if (current == null) {
      current = newCluster(messenger);
      cluster = current;
    }
    return current;
  }

  private Cluster newCluster(Messenger<HybridMessage> messenger) {
    int count = messenger.nodes();
    Partitions partitions = Partitions.of(count, settings.shortShare());
    if (count < settings.leastNodes()) {
      throw new IllegalArgumentException(
          "The policy ("
              + name
              + ") needs "
              + Counts.of(settings.leastNodes(), "node")
              + " at least.");
    }
    ImmutableList.Builder<HybridNode> nodes = ImmutableList.builderWithExpectedSize(count);
    ImmutableList.Builder<Address.Node> addresses = ImmutableList.builderWithExpectedSize(count);
    int[] slots = new int[count];
    for (int i = 0; i < count; i++) {
      slots[i] = (int) Math.max(1, messenger.node(i).total().amount(VCORES));
      nodes.add(new HybridNode(i, slots[i]));
      addresses.add(new Address.Node(i));
    }
    return new Cluster(
        partitions,
        nodes.build(),
        addresses.build(),
        new CentralScheduler(partitions, slots),
        new ReportBoard(partitions, settings.reportMillis()));
  }

  private void send(int node, HybridMessage message, Messenger<HybridMessage> messenger) {
    messenger.send(cluster(messenger).addresses().get(node), message);
  }

  // --- jobs, as their schedulers see them -------------------------------------------------------

  @Override
  public void submitted(JobSubmitted submission, Messenger<HybridMessage> messenger) {
    submitted++;
    double taskMillis = Math.max(1, estimates.taskMillis(submission.jobId()));
    boolean isLong = taskMillis >= settings.cutoffMillis();
    HybridJob job =
        new HybridJob(
            submission.jobId(),
            placement(isLong) == Placement.CENTRAL ? CENTRE : new Address.Scheduler(submitted),
            taskMillis,
            isLong);
    jobs.put(job.id, job);
    if (settings.reports() && !isReporting) {
      isReporting = true;
      messenger.remind(CENTRE, new ReportTime(), settings.reportMillis());
    }
    ask(job, messenger);
  }

  private Placement placement(boolean isLong) {
    return isLong ? settings.longJobs() : settings.shortJobs();
  }

  @Override
  public void demandGrew(String jobId, Messenger<HybridMessage> messenger) {
    HybridJob job = jobs.get(jobId);
    if (job != null) {
      ask(job, messenger);
    }
  }

  @Override
  public void jobEnded(String jobId) {
    jobs.remove(jobId);
  }

  /** Asks nodes to run what they have not been asked for yet. */
  private void ask(HybridJob job, Messenger<HybridMessage> messenger) {
    int tasks = messenger.waitingTasks(job.id) - job.waiting();
    if (tasks <= 0) {
      return;
    }
    job.asked(tasks);
    if (placement(job.isLong) == Placement.PROBES) {
      int probes = Math.max(settings.minProbes(), settings.probesPerTask() * tasks);
      probe(job, probes, messenger);
    } else {
      bind(job, tasks, messenger);
    }
  }

  private void probe(HybridJob job, int probes, Messenger<HybridMessage> messenger) {
    Probe probe = new Probe(job, 0);
    int open = job.open(cluster(messenger).partitions());
    for (int i = 0; i < probes; i++) {
      send(messenger.random().nextInt(open), probe, messenger);
    }
  }

  private void bind(HybridJob job, int tasks, Messenger<HybridMessage> messenger) {
    Cluster all = cluster(messenger);
    Task task;
    int[] chosen;
    if (placement(job.isLong) == Placement.CENTRAL) {
      chosen = all.central().place(job, tasks, messenger.nowMillis());
      // Its tasks are placed at one moment, so one vector that knows of all of them will do.
      task =
          new Task(
              job, settings.sharesState() ? all.central().longNodes(messenger.nowMillis()) : null);
    } else {
      chosen = all.board().place(job, tasks, all.nodes(), messenger.random());
      task = new Task(job, null);
    }
    for (int node : chosen) {
      send(node, task, messenger);
    }
  }

  // --- messages ---------------------------------------------------------------------------------

  @Override
  public void received(Address at, HybridMessage message, Messenger<HybridMessage> messenger) {
    if (at instanceof Address.Node node) {
      nodeReceived(cluster(messenger).nodes().get(node.index()), message, messenger);
    } else {
      schedulerReceived(message, messenger);
    }
  }

  private void schedulerReceived(HybridMessage message, Messenger<HybridMessage> messenger) {
    if (message instanceof Rejection rejection) {
      rejected(rejection, messenger);
    } else if (message instanceof News news) {
      cluster(messenger).central().heard(news);
    } else if (message instanceof Again again) {
      tryAgain(again, messenger);
    } else if (message instanceof ReportTime time) {
      report(time, messenger);
    } else {
      throw misdirected(message);
    }
  }

  private void nodeReceived(
      HybridNode node, HybridMessage message, Messenger<HybridMessage> messenger) {
    if (message instanceof Probe probe) {
      probed(node, probe, messenger);
    } else if (message instanceof Task task) {
      LongNodes longNodes = task.longNodes();
      if (longNodes != null) {
        node.learn(longNodes);
      }
      enqueue(node, new QueuedTask(task.job(), true));
      serve(node, messenger);
    } else if (message instanceof StealRequest request) {
      askedForTasks(node, request, messenger);
    } else if (message instanceof Loot loot) {
      loot.probes().forEach(probe -> enqueue(node, probe));
      counter.stolen(loot.probes().size());
      serveOrSteal(node, messenger);
    } else {
      throw misdirected(message);
    }
  }

  private static IllegalStateException misdirected(HybridMessage message) {
    return new IllegalStateException("This message came to the wrong address: " + message);
  }

  /** A probe was rejected: the next node is one without long tasks, as far as is known (§3.3.3). */
  private void rejected(Rejection rejection, Messenger<HybridMessage> messenger) {
    HybridJob job = rejection.probe().job();
    job.learn(rejection.known());
    if (job.waiting() == 0) {
      return;
    }
    LongNodes known = job.known();
    int node =
        rejection.probe().rejections() == 0 && known != null
            ? known.randomClear(messenger.random())
            : -1;
    if (node < 0) {
      Partitions partitions = cluster(messenger).partitions();
      node = partitions.general() + messenger.random().nextInt(partitions.reserved());
    }
    send(node, new Probe(job, rejection.probe().rejections() + 1), messenger);
  }

  private void tryAgain(Again again, Messenger<HybridMessage> messenger) {
    HybridJob job = again.job();
    if (again.unsuited() >= 0) {
      job.doesNotSuit(again.unsuited(), messenger.nodes());
    }
    if (again.isBound()) {
      bind(job, 1, messenger);
    } else if (job.waiting() > 0) {
      probe(job, 1, messenger);
    }
  }

  private void report(ReportTime time, Messenger<HybridMessage> messenger) {
    Cluster all = cluster(messenger);
    all.board().report(all.nodes(), messenger.nowMillis());
    isReporting = !jobs.isEmpty();
    if (isReporting) {
      messenger.remind(CENTRE, time, settings.reportMillis());
    }
  }

  // --- nodes ------------------------------------------------------------------------------------

  private void probed(HybridNode node, Probe probe, Messenger<HybridMessage> messenger) {
    LongNodes known = node.known();
    if (settings.sharesState() && !probe.job().isLong && known != null && node.hasLong()) {
      counter.rejected();
      messenger.send(probe.job().scheduler, new Rejection(probe, known));
    } else {
      enqueue(node, new QueuedTask(probe.job(), false));
      serveOrSteal(node, messenger);
    }
  }

  private void enqueue(HybridNode node, QueuedTask task) {
    task.joins(node.hasLong());
    counter.queued(task);
    node.add(task);
  }

  /** Starts what has its turn, as long as there is room. */
  private void serve(HybridNode node, Messenger<HybridMessage> messenger) {
    NodeQueue queue = node.queue();
    while (node.hasRoom() && node.hasWaiting()) {
      int rank = order.next(queue);
      QueuedTask next = queue.get(rank);
      HybridJob job = next.job;
      if (!next.isBound && job.waiting() == 0) {
        counter.cancelled();
        node.remove(rank);
      } else if (messenger.start(node.index, job.id)) {
        started(node, rank, messenger);
      } else if (messenger.waitingTasks(job.id) == 0) {
        // What it was for is gone, such as the application master of the job.
        if (next.isBound) {
          forget(node.index, job, messenger);
          job.settled();
        } else {
          job.settledAll();
        }
        node.remove(rank);
      } else if (node.runsNothing()) {
        // What does not fit an empty node never will.
        if (next.isBound) {
          forget(node.index, job, messenger);
        }
        node.remove(rank);
        again(next, node.index, messenger);
      } else {
        return; // It fits when something has ended.
      }
    }
  }

  private void started(HybridNode node, int rank, Messenger<HybridMessage> messenger) {
    QueuedTask task = node.queue().get(rank);
    HybridJob job = task.job;
    order.starts(node.queue(), rank);
    job.settled();
    if (task.isBound || !settings.sticky() || job.waiting() == 0) {
      node.remove(rank);
    }
    counter.started(task, cluster(messenger).partitions().isGeneral(node.index));
    long nowMillis = messenger.nowMillis();
    node.started(job, nowMillis);
    if (placement(job.isLong) == Placement.CENTRAL) {
      messenger.send(CENTRE, new News(node.index, job, nowMillis, false));
    }
  }

  @Override
  public void taskEnded(int index, String jobId, TaskEnd end, Messenger<HybridMessage> messenger) {
    HybridNode node = cluster(messenger).nodes().get(index);
    HybridJob job = jobs.get(jobId);
    HybridNode.Running task = job == null ? null : node.ended(job);
    if (job != null && task != null && placement(job.isLong) == Placement.CENTRAL) {
      messenger.send(CENTRE, new News(index, job, task.startMillis(), true));
    }
    serveOrSteal(node, messenger);
  }

  private void serveOrSteal(HybridNode node, Messenger<HybridMessage> messenger) {
    serve(node, messenger);
    if (settings.stealAttempts() > 0 && node.isIdle()) {
      askForTasks(node.index, settings.stealAttempts(), messenger);
    }
  }

  /** Asks a random node of the general partition, other than the thief (§2.3.6). */
  private void askForTasks(int thief, int attempts, Messenger<HybridMessage> messenger) {
    Partitions partitions = cluster(messenger).partitions();
    int others = partitions.general() - (partitions.isGeneral(thief) ? 1 : 0);
    if (others > 0) {
      int node = messenger.random().nextInt(others);
      int victim = partitions.isGeneral(thief) && node >= thief ? node + 1 : node;
      send(victim, new StealRequest(thief, attempts), messenger);
    }
  }

  private void askedForTasks(
      HybridNode victim, StealRequest request, Messenger<HybridMessage> messenger) {
    ImmutableList<QueuedTask> group = victim.removeBehindLong();
    if (!group.isEmpty()) {
      send(request.thief(), new Loot(group), messenger);
    } else if (request.attempts() > 1) {
      askForTasks(request.thief(), request.attempts() - 1, messenger);
    }
  }

  // --- failures ---------------------------------------------------------------------------------

  @Override
  public void nodeChanged(int index, boolean isUp, Messenger<HybridMessage> messenger) {
    Cluster all = cluster(messenger);
    HybridNode node = all.nodes().get(index);
    if (isUp) {
      node.comesBack();
      all.central().isBack(index);
    } else {
      all.central().lost(index);
      node.goesAway().forEach(task -> again(task, messenger));
    }
  }

  @Override
  public void undelivered(int node, HybridMessage message, Messenger<HybridMessage> messenger) {
    if (message instanceof Probe probe) {
      again(new QueuedTask(probe.job(), false), messenger);
    } else if (message instanceof Task task) {
      forget(node, task.job(), messenger);
      again(new QueuedTask(task.job(), true), messenger);
    } else if (message instanceof StealRequest request) {
      if (request.attempts() > 1) {
        askForTasks(request.thief(), request.attempts() - 1, messenger);
      }
    } else if (message instanceof Loot loot) {
      loot.probes().forEach(task -> again(task, messenger));
    } else {
      throw misdirected(message);
    }
  }

  /** A task that a scheduler has placed there does not run there. */
  private void forget(int node, HybridJob job, Messenger<HybridMessage> messenger) {
    if (placement(job.isLong) == Placement.CENTRAL) {
      cluster(messenger).central().forget(node, job);
    }
  }

  private static void again(QueuedTask task, Messenger<HybridMessage> messenger) {
    again(task, Again.SUITED, messenger);
  }

  private static void again(QueuedTask task, int unsuited, Messenger<HybridMessage> messenger) {
    messenger.remind(task.job.scheduler, new Again(task.job, task.isBound, unsuited), AGAIN_MILLIS);
  }
}
