package org.foresight.yarn;

import com.google.common.collect.ImmutableSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.foresight.planner.cluster.NodePreference;

/**
 * A kind of nodes that suits a job, by a node label or a node attribute, in the words of its user:
 * {@code label:gpu} or {@code attribute:disk=ssd}; upper and lower case are the same, since YARN
 * may lower-case tags. In a preference, {@code attribute:disk=ssd*1.5}, the factor by which the job
 * runs longer elsewhere follows.
 *
 * @param text in lower case
 */
record NodeWish(String text) {

  /** What a preference may be, to follow "it must be". */
  static final String ACCEPTED =
      "attribute:NAME=VALUE*FACTOR or label:NAME*FACTOR, where the factor by which the job runs"
          + " longer elsewhere is from 1 to 100, such as attribute:disk=ssd*1.5";

  private static final String LABEL = "label:";
  private static final String ATTRIBUTE = "attribute:";

  private static final double LONGEST_FACTOR = 100;

  /** What YARN allows in labels, attributes and their values. */
  private static final Pattern FORM =
      Pattern.compile(
          "((?:label:[\\w-]+)|(?:attribute:(?:[\\w.-]+/)?[\\w-]+=[\\w.-]*))\\*([\\d.]+)");

  /**
   * Reads a preference; its class of nodes is the text of the wish, until the cluster's nodes are
   * known. Empty if it can't be read.
   */
  static Optional<NodePreference> parse(String text) {
    Matcher form = FORM.matcher(text.toLowerCase(Locale.ROOT));
    if (!form.matches()) {
      return Optional.empty();
    }
    try {
      double factor = Double.parseDouble(form.group(2));
      return factor >= 1 && factor <= LONGEST_FACTOR
          ? Optional.of(new NodePreference(ImmutableSet.of(form.group(1)), factor))
          : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Whether a node is of this kind. */
  boolean suits(String partition, Set<NodeAttribute> attributes) {
    return text.startsWith(LABEL)
        ? text.substring(LABEL.length()).equalsIgnoreCase(partition)
        : attributes.stream().anyMatch(this::isMeant);
  }

  /** A name without a prefix means that attribute whoever gave it to the node. */
  private boolean isMeant(NodeAttribute attribute) {
    String name = attribute.getAttributeKey().getAttributeName();
    String wanted = text.substring(ATTRIBUTE.length());
    String prefix =
        wanted.contains("/") ? attribute.getAttributeKey().getAttributePrefix() + "/" : "";
    return wanted.equalsIgnoreCase(prefix + name + "=" + attribute.getAttributeValue());
  }
}
