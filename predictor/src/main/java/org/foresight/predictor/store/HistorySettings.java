package org.foresight.predictor.store;

/**
 * How a history is kept.
 *
 * @param owner who writes it, for people who look into the folder; differs from writer to writer
 * @param flushRecords so many unwritten records call for a flush
 * @param maxUnwrittenRecords so many are kept for a storage that fails; then the oldest go
 * @param checkpointRecords so many records after a checkpoint the next one is written
 * @param maxRecords of so many of the newest records at least, all are kept
 * @param maxFileRecords small files are merged to no larger ones than of so many records
 */
public record HistorySettings(
    String owner,
    int flushRecords,
    int maxUnwrittenRecords,
    int checkpointRecords,
    long maxRecords,
    int maxFileRecords) {

  public HistorySettings {
    requirePositive("flushRecords", flushRecords);
    requirePositive("maxUnwrittenRecords", maxUnwrittenRecords);
    requirePositive("checkpointRecords", checkpointRecords);
    requirePositive("maxRecords", maxRecords);
    requirePositive("maxFileRecords", maxFileRecords);
  }

  /** The settings that fit a ResourceManager. */
  public static HistorySettings of(String owner) {
    return new HistorySettings(owner, 1_000, 100_000, 20_000, 1_000_000, 100_000);
  }

  private static void requirePositive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "The " + name + " (" + value + ") of a history must be at least 1.");
    }
  }
}
