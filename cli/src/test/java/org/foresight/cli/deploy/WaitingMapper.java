package org.foresight.cli.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** A task that lasts until it is told to end, and leaves a trace of every time that it began. */
public final class WaitingMapper extends Mapper<LongWritable, Text, NullWritable, NullWritable> {
  /** A folder: each attempt makes a file there, and all end when there is one named {@link #GO}. */
  static final String FOLDER = "foresight.test.folder";

  static final String GO = "go";

  private static final long PAUSE_MILLIS = 100;

  @Override
  protected void map(LongWritable offset, Text line, Context context)
      throws IOException, InterruptedException {
    Path folder = Path.of(context.getConfiguration().get(FOLDER));
    Files.createFile(folder.resolve(context.getTaskAttemptID().toString()));
    while (!Files.exists(folder.resolve(GO))) {
      context.progress();
      Thread.sleep(PAUSE_MILLIS); // In a process of its own, for which nobody waits.
    }
  }
}
