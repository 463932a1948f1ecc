package org.foresight.benchmarks.solver;

import com.google.common.base.Splitter;
import com.google.common.primitives.ImmutableIntArray;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.foresight.planner.solver.PlanInstance;

/** Runs the solvers of OR-Tools, whose native code stays in JVMs of their own. */
final class ExternalSolvers implements OtherSolvers {
  private static final String MAIN = "org.foresight.benchmarks.external.ExternalSolver";

  private final String classPath;

  ExternalSolvers(String classPath) {
    this.classPath = classPath;
  }

  @Override
  public Answer solve(PlanInstance instance, String solver, double seconds)
      throws IOException, InterruptedException {
    Path file = Files.createTempFile("foresight", ".plan");
    try {
      PlanFile plan = PlanFile.write(instance, file);
      String line = run(file, solver, seconds);
      List<String> parts = Splitter.on(' ').splitToList(line);
      double objective = Double.parseDouble(parts.get(1));
      if (!parts.get(3).isEmpty()) {
        var chosen = ImmutableIntArray.builder();
        Splitter.on(',').split(parts.get(3)).forEach(i -> chosen.add(Integer.parseInt(i)));
        objective = plan.objective(chosen.build());
      }
      return new Answer(
          objective, Double.parseDouble(parts.get(2)), parts.get(0).equals("OPTIMAL"));
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private String run(Path file, String solver, double seconds)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                classPath,
                MAIN,
                file.toString(),
                solver,
                String.format(Locale.ROOT, "%.3f", seconds))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(solver + " ended with exit code " + process.exitValue() + ".");
    }
    return output.lines().reduce((before, last) -> last).orElseThrow();
  }
}
