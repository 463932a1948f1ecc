package org.foresight.predictor;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Makes the names of recurring jobs equal, run for run.
 *
 * <p>Whatever differs from run to run is replaced by {@code #}. In this order:
 *
 * <ol>
 *   <li>UUIDs, with dashes or underscores.
 *   <li>YARN and MapReduce identifiers ({@code application_1700000000000_0042}, job, task, attempt,
 *       appattempt, container): all behind the first word.
 *   <li>Timestamps and dates: ISO 8601, basic ({@code 20260314T0102}) or extended, with {@code -},
 *       {@code /}, {@code .} or {@code _} in the date, with or without time, fraction and zone;
 *       with the English name of the month ({@code 14-Mar-2026}, {@code Mar 14, 2026}); ISO weeks
 *       and quarters ({@code 2026-W11}, {@code 2026Q1}).
 *   <li>Hexadecimal words, such as hashes: 8 or more characters, a letter somewhere behind a digit.
 *   <li>The number behind attempt, retry, rerun, run or try.
 *   <li>Counters: any other number of 4 or more digits, and shorter ones that no letter touches.
 * </ol>
 *
 * A short number that touches a letter stays: {@code tpch-q5} is another job than {@code tpch-q6},
 * {@code v2} than {@code v3}. So a job's number belongs next to a letter: {@code query-5} and
 * {@code query-6} are taken to be the same job.
 *
 * <p>Letter case stays; white space at the ends goes. The rules are applied until nothing changes,
 * so a normalised name is its own normalisation.
 */
public final class JobNames {

  private static final String PLACEHOLDER = "#";

  private static final String MONTH =
      "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
          + "|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";

  private static final String YEAR = "(?:19|20)\\d\\d";

  private static final String TIME =
      "(?:[-_ T.:]?\\d{2}(?:[:.\\-_]?\\d{2}){0,2}(?:[.,]\\d{1,9})?(?:Z|[+-]\\d{2}:?\\d{2})?)?";

  private static final List<Rule> RULES =
      List.of(
          rule("\\p{XDigit}{8}(?:[-_]\\p{XDigit}{4}){3}[-_]\\p{XDigit}{12}", PLACEHOLDER),
          rule(
              "(?<!\\p{L})(application|job|task|attempt|appattempt|container)"
                  + "_(?:e\\d{1,6}_)?\\d{10,}(?:_(?:\\d+|[mr](?=_))){0,5}",
              "$1_" + PLACEHOLDER),
          rule(
              "(?<!\\d)"
                  + YEAR
                  + "([-/._]?)(?:0[1-9]|1[0-2])\\1(?:0[1-9]|[12]\\d|3[01])"
                  + TIME
                  + "(?!\\d)",
              PLACEHOLDER),
          rule(
              "(?<!\\d)(?:\\d{1,2}[-_ .]?"
                  + MONTH
                  + "[-_ .,]{0,2}"
                  + YEAR
                  + "|"
                  + YEAR
                  + "[-_ .]?"
                  + MONTH
                  + "[-_ .]?\\d{1,2})(?!\\d)",
              PLACEHOLDER),
          rule(
              "(?<!\\p{L})" + MONTH + "[-_ .]?\\d{1,2}[-_ .,]{1,2}" + YEAR + "(?!\\d)",
              PLACEHOLDER),
          rule("(?<!\\d)" + YEAR + "[-_ ]?[wq]\\d{1,2}(?![\\p{L}\\d])", PLACEHOLDER),
          rule(
              "(?<![\\p{L}\\d])(?=[\\da-f]{0,128}\\d[a-f])[\\da-f]{8,}(?![\\p{L}\\d])",
              PLACEHOLDER),
          rule("(?<!\\p{L})(attempt|retry|rerun|run|try)([-_ ]?)\\d+", "$1$2" + PLACEHOLDER),
          rule("\\d{4,}|(?<![\\p{L}\\d])\\d+(?![\\p{L}\\d])", PLACEHOLDER));

  private JobNames() {}

  /** The name with all that differs from run to run replaced; a pure, idempotent function. */
  public static String normalise(String jobName) {
    String before;
    String after = jobName.strip();
    // Ends: every replacement takes letters or digits away and adds none.
    do {
      before = after;
      for (Rule rule : RULES) {
        after = rule.pattern.matcher(after).replaceAll(rule.replacement);
      }
    } while (!after.equals(before));
    return after;
  }

  private static Rule rule(String regex, String replacement) {
    return new Rule(Pattern.compile(regex, Pattern.CASE_INSENSITIVE), replacement);
  }

  private record Rule(Pattern pattern, String replacement) {}
}
