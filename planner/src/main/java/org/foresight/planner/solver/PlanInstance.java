package org.foresight.planner.solver;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;

/**
 * The planning problem of 3Sigma §4.3: choose at most one option of every job, so that the expected
 * consumption stays within the expected capacity of every row and the total utility is greatest.
 *
 * <p>Rows come in blocks of one row a slot; a block is one resource type of whatever is limited: a
 * set of nodes, a queue, a user. In factored form: an option says from which blocks it consumes,
 * and how that goes on over the slots in a {@link Profile} that many options share.
 *
 * @param slots number of slots, at least 1
 * @param capacities expected free amount of every row, finite, those of a block one after the
 *     other; negative counts as 0
 * @param jobs the jobs; a running one that may be stopped is a job too, one of whose options is to
 *     go on
 */
public record PlanInstance(int slots, ImmutableDoubleArray capacities, ImmutableList<Job> jobs) {

  /** Takes what an option consumes from a row. */
  @FunctionalInterface
  public interface EntryConsumer {
    /** Takes it; {@code amount} is positive. */
    void accept(int row, double amount);
  }

  /** Checks that capacities are finite and that every option stays within the rows. */
  public PlanInstance {
    if (slots < 1 || capacities.length() % slots != 0) {
      throw new IllegalArgumentException(
          "The number of capacities (%s) must be a multiple of the number of slots (%s), which must be positive."
              .formatted(capacities.length(), slots));
    }
    for (int row = 0; row < capacities.length(); row++) {
      if (!Double.isFinite(capacities.get(row))) {
        throw new IllegalArgumentException(
            "The capacity (%s) of row %s must be finite.".formatted(capacities.get(row), row));
      }
    }
    int blocks = capacities.length() / slots;
    for (Job job : jobs) {
      for (Option option : job.options()) {
        int used = option.blocks().length();
        if (used > 0 && option.blocks().get(used - 1) >= blocks) {
          throw new IllegalArgumentException(
              "The block (%s) that an option of job %s consumes from must be less than %s."
                  .formatted(option.blocks().get(used - 1), job.id(), blocks));
        }
        if (option.firstSlot() >= slots) {
          throw new IllegalArgumentException(
              "The slot (%s) from which on an option of job %s consumes must be less than %s."
                  .formatted(option.firstSlot(), job.id(), slots));
        }
      }
    }
  }

  /** Number of blocks of rows. */
  public int blocks() {
    return capacities.length() / slots;
  }

  /** Hands over what an option consumes, by ascending row. */
  public void forEachEntry(Option option, EntryConsumer consumer) {
    ImmutableDoubleArray shares = option.profile().shares();
    int length = Math.min(shares.length(), slots - option.firstSlot());
    for (int i = 0; i < option.blocks().length(); i++) {
      int first = option.blocks().get(i) * slots + option.firstSlot();
      double amount = option.amounts().get(i);
      for (int k = 0; k < length; k++) {
        double consumed = amount * shares.get(k);
        if (consumed > 0) {
          consumer.accept(first + k, consumed);
        }
      }
    }
  }

  /**
   * A job and its placement options.
   *
   * @param id for messages
   * @param options possibly empty
   */
  public record Job(String id, ImmutableList<Option> options) {}

  /**
   * How a consumption goes on over the slots, such as the RC of 3Sigma §3.2. Options that share one
   * are fast to look through, so whoever makes options shares it.
   *
   * @param shares of the amount, slot by slot, not negative and finite; what lies beyond the last
   *     slot of the instance does not count
   */
  public record Profile(ImmutableDoubleArray shares) {

    /** Checks what the parameter promises. */
    public Profile {
      for (int slot = 0; slot < shares.length(); slot++) {
        if (!(shares.get(slot) >= 0 && Double.isFinite(shares.get(slot)))) {
          throw new IllegalArgumentException(
              "The share (%s) in slot %s of a profile must be finite and not negative."
                  .formatted(shares.get(slot), slot));
        }
      }
    }
  }

  /**
   * A placement option. In slot {@code firstSlot + k} of block {@code blocks[i]} it consumes {@code
   * amounts[i] * profile[k]}.
   *
   * @param utility expected utility if chosen, finite; an option without positive utility is never
   *     chosen
   * @param firstSlot the slot from which on it consumes
   * @param profile how much of the amounts it consumes from then on
   * @param blocks the blocks it consumes from, ascending, each once
   * @param amounts for each of {@code blocks}, positive and finite
   */
  public record Option(
      double utility,
      int firstSlot,
      Profile profile,
      ImmutableIntArray blocks,
      ImmutableDoubleArray amounts) {

    /** Checks what the parameters promise. */
    public Option {
      if (!Double.isFinite(utility)) {
        throw new IllegalArgumentException("The utility (%s) must be finite.".formatted(utility));
      }
      if (firstSlot < 0) {
        throw new IllegalArgumentException(
            "The firstSlot (%s) must not be negative.".formatted(firstSlot));
      }
      if (blocks.length() != amounts.length()) {
        throw new IllegalArgumentException(
            "The number of blocks (%s) must equal the number of amounts (%s)."
                .formatted(blocks.length(), amounts.length()));
      }
      int previous = -1;
      for (int i = 0; i < blocks.length(); i++) {
        if (blocks.get(i) <= previous) {
          throw new IllegalArgumentException(
              "The block (%s) must be greater than the one before (%s): blocks ascend from 0."
                  .formatted(blocks.get(i), previous));
        }
        if (!(amounts.get(i) > 0 && Double.isFinite(amounts.get(i)))) {
          throw new IllegalArgumentException(
              "The amount (%s) consumed from block %s must be positive and finite."
                  .formatted(amounts.get(i), blocks.get(i)));
        }
        previous = blocks.get(i);
      }
    }
  }
}
