package org.foresight.yarn;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.FilterContainer;
import org.apache.hadoop.http.FilterInitializer;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.RMWebAppUtil;

/**
 * Puts {@link ForesightWebFilter} into the ResourceManager's web server, behind the filters that
 * say who asks.
 *
 * <p>Hadoop's key {@code hadoop.http.filter.initializers} is the one way to do so that stock Hadoop
 * 3.4 and 3.5 have in common. For Hadoop, which makes it by reflection.
 */
public final class ForesightWebFilterInitializer extends FilterInitializer {

  private static final String NAME = ForesightWebFilterInitializer.class.getName();

  /** For Hadoop. */
  public ForesightWebFilterInitializer() {}

  /**
   * Adds it as the last one to the configuration of a ResourceManager that has not started its web
   * server yet.
   */
  static void addTo(Configuration conf) {
    if (isIn(conf)) {
      return;
    }
    if (!UserGroupInformation.isSecurityEnabled()) {
      // The ResourceManager adds its own filter for users only where it finds no more than Hadoop's
      // default. So this is done before that is no longer so; without security it needs no tokens.
      RMWebAppUtil.setupSecurityAndFilters(conf, null);
    }
    conf.set(
        HttpServer2.FILTER_INITIALIZER_PROPERTY,
        String.join(
            ",", ImmutableList.<String>builder().addAll(initializers(conf)).add(NAME).build()));
  }

  /** Whether it was added. */
  static boolean isIn(Configuration conf) {
    return initializers(conf).contains(NAME);
  }

  private static ImmutableList<String> initializers(Configuration conf) {
    return Splitter.on(',')
        .trimResults()
        .omitEmptyStrings()
        .splitToStream(conf.get(HttpServer2.FILTER_INITIALIZER_PROPERTY, ""))
        .collect(toImmutableList());
  }

  @Override
  public void initFilter(FilterContainer container, Configuration conf) {
    container.addFilter("foresight", ForesightWebFilter.class.getName(), ImmutableMap.of());
  }
}
