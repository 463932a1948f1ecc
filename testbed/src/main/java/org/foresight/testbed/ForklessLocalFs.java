package org.foresight.testbed;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FsConstants;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Hadoop's local file system, but permissions are set by the JVM.
 *
 * <p>Without its native library, which no Maven artifact brings, Hadoop starts a chmod process for
 * every file and folder: 19 for each container, which costs more than the container itself. Nor
 * does this one write a checksum file beside each file.
 */
final class ForklessLocalFs extends DelegateToFileSystem {

  /** Hadoop makes file systems by a constructor of this form. */
  ForklessLocalFs(URI uri, Configuration conf) throws IOException, URISyntaxException {
    super(uri, new JvmPermissions(), conf, FsConstants.LOCAL_FS_URI.getScheme(), false);
  }

  @Override
  public int getUriDefaultPort() {
    return -1;
  }

  @Override
  public boolean isValidName(String name) {
    return true;
  }

  private static final class JvmPermissions extends RawLocalFileSystem {

    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
      if (permission.getStickyBit()) {
        // Java knows no sticky bit.
        super.setPermission(path, permission);
        return;
      }
      String symbols =
          permission.getUserAction().SYMBOL
              + permission.getGroupAction().SYMBOL
              + permission.getOtherAction().SYMBOL;
      Files.setPosixFilePermissions(
          pathToFile(path).toPath(), PosixFilePermissions.fromString(symbols));
    }
  }
}
