package org.foresight.cli.simulate;

import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.hadoop.conf.Configuration;
import org.foresight.cli.support.ErrorLines;
import org.foresight.planner.policy.CapacityQueues;

/** The queues of the policy {@code capacity}, from a capacity-scheduler.xml. */
final class CapacityOption {

  private CapacityOption() {}

  /**
   * Reads the file.
   *
   * @throws IOException if it cannot be read, or is no such configuration; the message names it
   */
  static CapacityQueues read(Path file) throws IOException {
    checkRoot(file);
    Configuration configuration = new Configuration(false);
    ImmutableMap.Builder<String, String> properties = ImmutableMap.builder();
    try (InputStream stream = Files.newInputStream(file)) {
      configuration.addResource(stream, file.toString());
      for (Map.Entry<String, String> property : configuration) {
        properties.put(property.getKey(), property.getValue());
      }
      return CapacityQueues.parse(properties.buildOrThrow());
    } catch (RuntimeException e) {
      // Of Hadoop's reader, or of a value that is out of its range.
      throw new IOException(file + ": " + ErrorLines.of(e), e);
    }
  }

  /** Hadoop's reader takes any XML, and finds nothing in it. */
  private static void checkRoot(Path file) throws IOException {
    String root = root(file);
    if (!root.equals("configuration")) {
      throw new IOException(
          file
              + ": found the root element <"
              + root
              + ">"
              + (root.equals("allocations") ? ", which is that of a fair-scheduler.xml" : "")
              + "; accepted: a capacity-scheduler.xml, whose root element is <configuration>."
              + (root.equals("allocations") ? " Hadoop's \"yarn fs2cs\" converts to it." : ""));
    }
  }

  private static String root(Path file) throws IOException {
    XMLInputFactory factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    try (InputStream stream = Files.newInputStream(file)) {
      XMLStreamReader reader = factory.createXMLStreamReader(stream);
      while (reader.next() != XMLStreamConstants.START_ELEMENT) {
        // Declarations and comments come before it.
      }
      return reader.getLocalName();
    } catch (XMLStreamException e) {
      throw new IOException(file + ": found no XML: " + ErrorLines.of(e), e);
    }
  }

  /** What tells the file from others. */
  static String fingerprint(Path file) throws IOException {
    return file.getFileName() + ", SHA-256 " + MoreFiles.asByteSource(file).hash(Hashing.sha256());
  }
}
