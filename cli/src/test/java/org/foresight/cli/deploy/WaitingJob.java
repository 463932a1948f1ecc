package org.foresight.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.NLineInputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;

/** A MapReduce job whose maps run until they are told to end, and leave traces of every attempt. */
final class WaitingJob {
  /** The application master and the tasks. */
  static final int CONTAINERS = 3;

  static final int TASKS = CONTAINERS - 1;

  private final Path traces;
  private final String id;

  private WaitingJob(Path traces, String id) {
    this.traces = traces;
    this.id = id;
  }

  /**
   * Submits one to the queue root.etl.
   *
   * @param folder where its input and its traces are made
   * @param conf the configuration of the client
   * @param tags of the application
   */
  static WaitingJob submit(Path folder, Path conf, String... tags) throws Exception {
    Path traces = Files.createDirectories(folder.resolve("traces"));
    Path input = Files.writeString(folder.resolve("input"), "a\n".repeat(TASKS));
    JobConf job = new JobConf(false);
    for (String file : List.of("core-default.xml", "yarn-default.xml", "mapred-default.xml")) {
      job.addResource(file);
    }
    for (String file : List.of("core-site.xml", "yarn-site.xml")) {
      job.addResource(new org.apache.hadoop.fs.Path(conf.resolve(file).toUri()));
    }
    job.set("mapreduce.framework.name", "yarn");
    job.set("mapreduce.job.queuename", "root.etl");
    job.setStrings("mapreduce.job.tags", tags);
    job.set("yarn.app.mapreduce.am.staging-dir", folder.resolve("staging").toString());
    job.set("yarn.app.mapreduce.am.resource.mb", "256");
    job.set("yarn.app.mapreduce.am.command-opts", "-Xmx160m -XX:TieredStopAtLevel=1");
    job.set("mapreduce.map.memory.mb", "256");
    job.set("mapreduce.map.java.opts", "-Xmx128m -XX:TieredStopAtLevel=1");
    job.setInt("mapreduce.task.io.sort.mb", 8);
    job.setBoolean("mapreduce.map.speculative", false);
    job.set(
        "mapreduce.application.classpath",
        System.getProperty("java.class.path").replace(File.pathSeparator, ","));
    job.set(WaitingMapper.FOLDER, traces.toString());
    Job submitted = Job.getInstance(job, "nightly");
    submitted.setMapperClass(WaitingMapper.class);
    submitted.setNumReduceTasks(0);
    submitted.setInputFormatClass(NLineInputFormat.class);
    submitted.setOutputFormatClass(NullOutputFormat.class);
    NLineInputFormat.addInputPath(submitted, new org.apache.hadoop.fs.Path(input.toUri()));
    submitted.submit();
    return new WaitingJob(traces, submitted.getJobID().toString().replace("job_", "application_"));
  }

  /** The application's. */
  String id() {
    return id;
  }

  /**
   * All that it has, in its first attempt.
   *
   * @param app what YARN's web server says of it
   */
  void assertRunsWhole(JsonNode app) throws IOException {
    assertThat(app.path("state").asText()).isEqualTo("RUNNING");
    assertThat(app.path("runningContainers").asInt()).isEqualTo(CONTAINERS);
    assertEachTaskBeganOnce();
  }

  /** Lets the tasks end. */
  void go() throws IOException {
    Files.createFile(traces.resolve(WaitingMapper.GO));
  }

  /**
   * It has ended, and nothing of it was lost.
   *
   * @param app what YARN's web server says of it
   */
  void assertEndedWhole(JsonNode app) throws IOException {
    assertThat(app.path("finalStatus").asText()).isEqualTo("SUCCEEDED");
    assertEachTaskBeganOnce();
    assertThat(app.path("currentAppAttemptId").asText(id)).doesNotEndWith("2");
  }

  private void assertEachTaskBeganOnce() throws IOException {
    try (Stream<Path> files = Files.list(traces)) {
      assertThat(files.filter(file -> file.getFileName().toString().startsWith("attempt")))
          .hasSize(TASKS);
    }
  }
}
