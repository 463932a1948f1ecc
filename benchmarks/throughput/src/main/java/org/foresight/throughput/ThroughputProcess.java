package org.foresight.throughput;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.util.ExitUtil;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Measures one scheduler under one load in a JVM of its own, which ends with it. */
public final class ThroughputProcess {

  /** The file of the figures in the folder of a run. */
  static final String FIGURES = "figures.json";

  private static final Logger LOG = LoggerFactory.getLogger(ThroughputProcess.class);

  private ThroughputProcess() {}

  /**
   * Arguments: the subject, the load as JSON, its seed, and the folder of the run with the files of
   * the load.
   */
  public static void main(String[] arguments) throws Exception {
    ObjectMapper json = new ObjectMapper();
    Subject subject = Subject.valueOf(arguments[0]);
    Load load = json.readValue(arguments[1], Load.class);
    long seed = Long.parseLong(arguments[2]);
    Path folder = Path.of(arguments[3]);
    int exitCode = 1;
    try {
      Figures figures = run(subject, load, seed, folder);
      Files.writeString(folder.resolve(FIGURES), json.writeValueAsString(figures));
      exitCode = 0;
    } catch (Exception | Error e) {
      LOG.error("{} could not be measured under {}.", subject, load, e);
    } finally {
      // To stop thousands of nodes and their applications in order would take longer than the run.
      Runtime.getRuntime().halt(exitCode);
    }
  }

  private static Figures run(Subject subject, Load load, long seed, Path folder)
      throws IOException, ClassNotFoundException, YarnException, InterruptedException {
    ExitUtil.disableSystemExit();
    LoadFiles files = LoadFiles.in(folder);
    LoadRunner runner = new LoadRunner(LoadConfiguration.of(subject, load, files));
    runner.startCluster(files);
    Meter meter = Meter.ofThisProcess();
    runner.submit(load, seed, meter.resourceManager());
    return new Observation(meter).observe(load);
  }
}
