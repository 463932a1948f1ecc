package org.foresight.traces.logs;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.foresight.traces.TraceBytes;
import org.foresight.traces.TraceFormatException;

/**
 * Reads the configuration of a MapReduce job, which the history server keeps beside the job's
 * history as {@code job_…_conf.xml}.
 */
final class JobConfiguration {

  private static final String ACCEPTED = "a job configuration in XML, plain or compressed by gzip.";
  private static final ImmutableList<String> ENDINGS =
      ImmutableList.of("_conf.xml", "_conf.xml.gz");

  private JobConfiguration() {}

  /** The demands by the configuration beside the history; one slot a task if there is none. */
  static MapReduceDemands demandsBeside(Path history, String jobId, LogFindings findings)
      throws IOException {
    for (String ending : ENDINGS) {
      Path file = history.resolveSibling(fileName(jobId) + ending);
      if (Files.isRegularFile(file)) {
        ImmutableMap<String, String> properties;
        try {
          properties = read(file, ImmutableSet.copyOf(MapReduceDemands.properties()));
        } catch (TraceFormatException e) {
          findings.problem(e);
          return MapReduceDemands.ONE_SLOT;
        }
        return MapReduceDemands.of(file, properties, findings);
      }
    }
    return MapReduceDemands.ONE_SLOT;
  }

  /** A log may state any id; as a file name it must not lead out of the directory. */
  private static String fileName(String jobId) {
    return jobId.replaceAll("[^A-Za-z0-9_-]", "_");
  }

  private static ImmutableMap<String, String> read(Path file, ImmutableSet<String> wanted)
      throws IOException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    // Decoded here, as the parser prints a message of its own when it meets bytes that aren't
    // UTF-8.
    try (Reader text =
        new InputStreamReader(TraceBytes.open(file, ACCEPTED), StandardCharsets.UTF_8)) {
      return properties(factory.createXMLStreamReader(text), wanted);
    } catch (XMLStreamException e) {
      throw noXml(file, e);
    }
  }

  private static ImmutableMap<String, String> properties(
      XMLStreamReader xml, ImmutableSet<String> wanted) throws XMLStreamException {
    Map<String, String> properties = new HashMap<>();
    String name = "";
    while (xml.hasNext()) {
      if (xml.next() == XMLStreamConstants.START_ELEMENT) {
        if (xml.getLocalName().equals("name")) {
          name = xml.getElementText().strip();
        } else if (xml.getLocalName().equals("value") && wanted.contains(name)) {
          properties.put(name, xml.getElementText());
        }
      }
    }
    return ImmutableMap.copyOf(properties);
  }

  private static TraceFormatException noXml(Path file, XMLStreamException cause) {
    int line = cause.getLocation() == null ? 1 : Math.max(1, cause.getLocation().getLineNumber());
    TraceFormatException problem =
        new TraceFormatException(
            file,
            line,
            "found no XML ("
                + TraceFormatException.quote(String.valueOf(cause.getMessage()))
                + "); accepted: "
                + ACCEPTED);
    problem.initCause(cause);
    return problem;
  }
}
