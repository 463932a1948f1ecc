package org.foresight.yarn;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.http.HtmlQuoting;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Foresight's part of the ResourceManager's web server: {@link ForesightWebService}'s paths, and
 * nothing else. It stands behind Hadoop's filters, which say who asks. A ResourceManager on standby
 * answers these paths as its own: it sends the caller to the active one.
 *
 * <p>Thread-safe. For Hadoop, which makes it by reflection.
 */
public final class ForesightWebFilter implements Filter {
  private static final Logger LOG = LoggerFactory.getLogger(ForesightWebFilter.class);

  /** Under which the web server knows its ResourceManager. */
  private static final String RESOURCE_MANAGER = "rm";

  private static final String METHODS = "GET, HEAD, OPTIONS";

  /** For Hadoop. */
  public ForesightWebFilter() {}

  @Override
  public void init(FilterConfig config) {}

  @Override
  public void destroy() {}

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request instanceof HttpServletRequest asked
        && response instanceof HttpServletResponse answered
        && ForesightWebService.covers(path(asked))) {
      ResourceManager resourceManager = activeResourceManager(asked);
      if (resourceManager != null
          && resourceManager.getResourceScheduler() instanceof ForesightScheduler scheduler) {
        answered.setHeader("Allow", METHODS);
        if (asked.getMethod().equals("OPTIONS")) {
          return; // By which Hadoop's own clients log in.
        }
        write(answer(asked, resourceManager, scheduler), answered);
        return;
      }
    }
    chain.doFilter(request, response);
  }

  private static String path(HttpServletRequest request) {
    String uri = request.getRequestURI();
    return uri == null ? "" : uri;
  }

  /** Null on standby, and in other web servers with the same configuration. */
  private @Nullable ResourceManager activeResourceManager(HttpServletRequest request) {
    // The request's own context: one filter serves several of them.
    Object attribute = request.getServletContext().getAttribute(RESOURCE_MANAGER);
    return attribute instanceof ResourceManager resourceManager
            && resourceManager.getRMContext().getHAServiceState() == HAServiceState.ACTIVE
        ? resourceManager
        : null;
  }

  private static WebAnswer answer(
      HttpServletRequest request, ResourceManager resourceManager, ForesightScheduler scheduler) {
    if (!request.getMethod().equals("GET") && !request.getMethod().equals("HEAD")) {
      return WebAnswer.problem(
          405, "The method (" + request.getMethod() + ") is not accepted; it must be GET.");
    }
    if (!hasReadableParameters(request)) {
      return WebAnswer.problem(
          400,
          "The parameters ("
              + request.getQueryString()
              + ") cannot be read; they must be percent-encoded UTF-8.");
    }
    try {
      return new ForesightWebService(
              scheduler,
              new WebAccess(resourceManager, request),
              // Hadoop quotes parameters for pages before a filter sees them.
              name -> HtmlQuoting.unquoteHtmlChars(request.getParameter(name)),
              scheduler.nowMillis())
          .answer(path(request));
    } catch (RuntimeException | Error e) {
      SafeLog.error(
          LOG, "Foresight could not answer {}.", AuditLine.escaped(ShortText.of(path(request))), e);
      return WebAnswer.problem(500, "Foresight failed; the ResourceManager's log says more.");
    }
  }

  /** The web server decodes them when they are first asked for, and throws what it likes. */
  private static boolean hasReadableParameters(HttpServletRequest request) {
    try {
      return request.getParameterMap() != null;
    } catch (RuntimeException e) {
      return false;
    }
  }

  private static void write(WebAnswer answer, HttpServletResponse response) throws IOException {
    response.setStatus(answer.status());
    response.setContentType(answer.contentType());
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
    response.getOutputStream().write(answer.text().getBytes(StandardCharsets.UTF_8));
  }
}
