package org.foresight.cli.mode;

import com.google.common.collect.ImmutableMap;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.foresight.cli.support.ConfigurationFolder;
import org.foresight.cli.support.ConfiguredQueues;
import org.foresight.cli.support.ErrorLines;
import org.foresight.cli.support.OutputFile;
import org.foresight.cli.support.SiteText;
import org.foresight.yarn.ForesightScheduler;
import org.foresight.yarn.SiteCheck;
import org.foresight.yarn.site.SiteFile;

/** Changes keys in foresight-site.xml and has the ResourceManager read it. */
final class SiteChange {
  /** Whether any mode but off counts. */
  private static final String ENABLED = "foresight.enabled";

  /** For so long another command is waited for that changes the file. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final String EMPTY = "<configuration>\n</configuration>\n";

  /** Whoever is in trouble waits no longer, and goes ahead then. */
  private static final Duration URGENT_PATIENCE = Duration.ofSeconds(2);

  private final ConfigurationFolder folder;
  private final QueueRefresh refresh;
  private final PrintWriter out;
  private final PrintWriter err;

  SiteChange(ConfigurationFolder folder, QueueRefresh refresh, PrintWriter out, PrintWriter err) {
    this.folder = folder;
    this.refresh = refresh;
    this.out = out;
    this.err = err;
  }

  /**
   * Makes it. What the ResourceManager would refuse is not written; the file as it was is kept
   * beside it.
   *
   * @param keys the new values by their keys
   * @param isRefreshed whether the ResourceManager is to read it at once
   * @throws IOException if the file was not changed, or the ResourceManager does not know of it
   */
  void make(ImmutableMap<String, String> keys, boolean isRefreshed) throws IOException {
    Path file = existing();
    requireNotInYarnSite(keys);
    finish(file, alone(false, () -> write(file, keys)), isRefreshed);
  }

  private Change.Made write(Path file, ImmutableMap<String, String> keys) throws IOException {
    SiteFile before = SiteFile.parse(file.toString(), Files.readString(file));
    SiteFile after = before;
    for (Map.Entry<String, String> key : keys.entrySet()) {
      after = after.with(key.getKey(), key.getValue());
    }
    SiteCheck check = check(after);
    if (!check.problems().isEmpty()) {
      throw new IOException(file + " stays as it was. " + String.join(" ", check.problems()));
    }
    if (!Files.readString(file).equals(before.text())) {
      throw changedByAnother(file); // Urgently, without waiting for this one.
    }
    replace(file, backup(file), before.text(), after.text());
    for (Map.Entry<String, String> key : keys.entrySet()) {
      said(key.getKey(), key.getValue(), before);
    }
    out.println(SiteText.modes(check));
    check.keysWithoutQueue().forEach(key -> err.println(SiteCheck.noQueue(key)));
    check
        .monitorProblem(folder.read(ConfigurationFolder.YARN_SITE))
        .ifPresent(problem -> err.println(problem + " Switch it off."));
    return new Change.Made(backup(file), check.modes(), check.isAllOff());
  }

  /** What reads the file and writes it again. */
  private interface Change {

    /**
     * That it was done.
     *
     * @param kept where the file is kept as it was
     * @param modes what it says now, as a ResourceManager tells it
     * @param isAllOff whether no queue is in any mode but off then
     */
    record Made(Path kept, String modes, boolean isAllOff) {

      /** Whether a ResourceManager goes by it, from what it says of its modes. */
      boolean isInForce(String said) {
        return said.equals(modes) || (isAllOff && SiteCheck.isOff(said));
      }
    }

    Made make() throws IOException;
  }

  /**
   * Makes a change while no other command makes one: it would write what it has read before.
   *
   * @param isUrgent whether it is made whoever else is at work
   * @throws IOException if it is not urgent and another command does not come to its end
   */
  private Change.Made alone(boolean isUrgent, Change change) throws IOException {
    Path site = folder.file(ConfigurationFolder.FORESIGHT_SITE);
    try (SiteLock lock = SiteLock.of(site.resolveSibling(site.getFileName() + ".lock"))) {
      if (!lock.take(isUrgent ? URGENT_PATIENCE : PATIENCE) && !isUrgent) {
        throw changedByAnother(site);
      }
      return change.make();
    }
  }

  private static IOException changedByAnother(Path site) {
    return new IOException(
        site + " stays as it was: another command changes it just now. Say it once more.");
  }

  /**
   * Lets the modes count again, as {@link #make} does, and recalls a file that could not be read
   * when everything was switched off.
   */
  void undoOff(boolean isRefreshed) throws IOException {
    Path file = existing();
    Path kept = folder.unreadableSite();
    if (Files.exists(kept)) {
      err.println(
          SiteText.unreadable(kept) + " Mend it and put it back as " + file + ", or remove it.");
    }
    make(ImmutableMap.of(ENABLED, "true"), isRefreshed);
  }

  /**
   * Switches everything off, whatever else is not accepted: who is in trouble may have come into it
   * by that. A file that nobody can read is kept beside a new one that says this alone, and one
   * that is gone is made.
   *
   * @param isRefreshed whether the ResourceManager is to read it at once
   * @throws IOException if the file was not changed, or the ResourceManager does not know of it
   */
  void switchOff(boolean isRefreshed) throws IOException {
    requireNotInYarnSite(ImmutableMap.of(ENABLED, "false"));
    Path file = isGone() ? folder.file(ConfigurationFolder.FORESIGHT_SITE) : existing();
    Change.Made made =
        alone(
            true,
            () -> {
              makeMissing(file);
              return writeOff(file);
            });
    out.println("By this file every queue is off.");
    finish(file, made, isRefreshed);
  }

  private Change.Made writeOff(Path file) throws IOException {
    Path kept = backup(file);
    try {
      SiteFile before = SiteFile.parse(file.toString(), Files.readString(file));
      SiteFile after = before.with(ENABLED, "false");
      warnOfProblems(after);
      replace(file, kept, before.text(), after.text());
      said(ENABLED, "false", before);
    } catch (CharacterCodingException | IllegalArgumentException unreadable) {
      requireThatNobodyCanRead(file, unreadable);
      kept = folder.unreadableSite();
      Files.copy(
          file, kept, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
      SiteFile off = SiteFile.parse(file.toString(), EMPTY);
      OutputFile.replaceKeepingAttributes(file, file, off.with(ENABLED, "false").text());
      err.println(
          file
              + " could not be read ("
              + ErrorLines.of(unreadable)
              + "); it is kept as "
              + kept
              + ". To go on, mend that and put it back.");
      out.println(ENABLED + " is false, and all that the file says.");
    }
    return new Change.Made(kept, SiteCheck.SWITCHED_OFF, true);
  }

  /** Where Foresight is installed its file may be gone, or all keys be in yarn-site.xml. */
  private boolean isGone() throws IOException {
    return Files.notExists(folder.file(ConfigurationFolder.FORESIGHT_SITE))
        && folder
            .read(ConfigurationFolder.YARN_SITE)
            .getTrimmed(YarnConfiguration.RM_SCHEDULER, "")
            .equals(ForesightScheduler.class.getName());
  }

  /** Who may read yarn-site.xml, such as the ResourceManager, may read this one too. */
  private void makeMissing(Path file) throws IOException {
    if (Files.notExists(file)) {
      Path model = folder.file(ConfigurationFolder.YARN_SITE);
      OutputFile.replaceKeepingAttributes(file, model, EMPTY);
      err.println(file + " was not there; it is made anew, and says nothing else.");
    }
  }

  /** What Hadoop reads well is not thrown away because it can't be edited here. */
  private static void requireThatNobodyCanRead(Path file, Exception uneditable) throws IOException {
    Configuration conf = new Configuration(false);
    conf.addResource(
        new ByteArrayInputStream(Files.readAllBytes(file)), ConfigurationFolder.FORESIGHT_SITE);
    try {
      int unused = conf.size();
    } catch (RuntimeException e) {
      return;
    }
    throw new IOException(
        ErrorLines.of(uneditable)
            + " Say false of "
            + ENABLED
            + " by hand, and run yarn rmadmin -refreshQueues.",
        uneditable);
  }

  private Path existing() throws IOException {
    Path file = folder.file(ConfigurationFolder.FORESIGHT_SITE);
    if (!folder.has(ConfigurationFolder.FORESIGHT_SITE)) {
      throw new IOException(file + ": there is no such file; install Foresight first.");
    }
    return file.toRealPath(); // A link stays one.
  }

  private void warnOfProblems(SiteFile after) {
    try {
      for (String problem : check(after).problems()) {
        err.println("To be mended before all this counts again: " + problem);
      }
    } catch (IOException | RuntimeException unreadable) {
      err.println("To be mended before all this counts again: " + ErrorLines.of(unreadable));
    }
  }

  private static void replace(Path file, Path backup, String before, String after)
      throws IOException {
    if (!after.equals(before)) {
      OutputFile.replaceKeepingAttributes(backup, file, before);
      OutputFile.replaceKeepingAttributes(file, file, after);
    }
  }

  private void said(String key, String value, SiteFile before) {
    String was = before.get(key).map(known -> "was " + known).orElse("was not set");
    out.println(key + " is " + value + " (" + was + ").");
  }

  private void finish(Path file, Change.Made made, boolean isRefreshed) throws IOException {
    if (isRefreshed) {
      refresh(file, made.kept());
      sayWhatIsInForce(made);
    } else {
      out.println("It counts after: yarn rmadmin -refreshQueues");
    }
  }

  /**
   * Refuses a queue that is not there, which is a slip: its mode would be that of no queue, and the
   * queue that is meant would keep its own.
   *
   * @throws IOException with the queues whose names are most like this one
   */
  void requireQueue(String path) throws IOException {
    String store =
        folder
            .read(ConfigurationFolder.YARN_SITE)
            .getTrimmed(YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS, "");
    boolean isElsewhere =
        !store.isEmpty() && !store.equals(YarnConfiguration.FILE_CONFIGURATION_STORE);
    if (isElsewhere || !folder.has(ConfigurationFolder.QUEUES)) {
      return; // Nobody here knows all of them.
    }
    ConfiguredQueues queues = folder.queues();
    if (!queues.mayHave(path)) {
      throw new IOException(
          folder.file(ConfigurationFolder.QUEUES)
              + " has no queue ("
              + path
              + "); the nearest are "
              + String.join(", ", queues.nearest(path))
              + ".");
    }
  }

  /** A value there would win, and the change would have no effect. */
  private void requireNotInYarnSite(ImmutableMap<String, String> keys) throws IOException {
    Configuration yarn = folder.read(ConfigurationFolder.YARN_SITE);
    for (String key : keys.keySet()) {
      String value = yarn.get(key);
      if (value != null) {
        throw new IOException(
            folder.file(ConfigurationFolder.YARN_SITE)
                + " says ("
                + value
                + ") of "
                + key
                + ", which goes before "
                + ConfigurationFolder.FORESIGHT_SITE
                + "; change it there, and run yarn rmadmin -refreshQueues.");
      }
    }
  }

  private SiteCheck check(SiteFile after) throws IOException {
    Configuration conf = new Configuration(false);
    conf.addResource(
        new ByteArrayInputStream(after.text().getBytes(StandardCharsets.UTF_8)),
        ConfigurationFolder.FORESIGHT_SITE);
    conf.addResource(folder.read(ConfigurationFolder.YARN_SITE));
    return SiteCheck.of(conf, folder.queues().leaves());
  }

  private static Path backup(Path file) {
    return file.resolveSibling(file.getFileName() + ".bak");
  }

  private void refresh(Path file, Path kept) throws IOException {
    out.flush();
    err.println(
        file
            + " says so now. Asking the ResourceManager to read it, for up to "
            + refresh.longest().toSeconds()
            + " s …");
    err.flush();
    try {
      refresh.refresh(folder);
    } catch (IOException e) {
      throw new IOException(
          file
              + " is changed, but the ResourceManager could not be told, or has refused something ("
              + ErrorLines.of(e)
              + "). What it says is above. If it does not run, it reads the file when it starts;"
              + " otherwise mend what is wrong and run yarn rmadmin -refreshQueues, or restart it if"
              + " it hangs. The file as it was is "
              + kept
              + ".",
          e);
    }
  }

  /** The one that is active may be another than the one that has this file. */
  private void sayWhatIsInForce(Change.Made made) throws IOException {
    Optional<String> modes = refresh.modes(folder);
    if (modes.isEmpty()) {
      out.println(
          "The ResourceManager that is active has read its files, and does not say what its modes are"
              + " now. If it does not run Foresight yet, this counts from its restart on; foresight"
              + " doctor tells.");
    } else if (made.isInForce(modes.get())) {
      out.println(
          "The ResourceManager that is active has taken it over. Others have files of their own.");
    } else {
      throw new IOException(
          "The ResourceManager that is active has read its files, and says that its modes are ("
              + modes.get()
              + "), not ("
              + made.modes()
              + "). Where there are several, each has files of its own: say this on the host of the"
              + " active one, too. (With yarn.webapp.filter-entity-list-by-user it tells whoever is"
              + " no administrator less than there is.)");
    }
  }
}
