package org.perrin.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A small file that is there whole, old or new, at whatever moment one looks, or pulls the plug.
 */
public final class WholeFile {
  private WholeFile() {}

  /**
   * Replaces {@code path}: written to {@code fresh} in the same folder, brought to the disk, and
   * renamed.
   */
  public static void replace(Path path, Path fresh, ByteBuffer all) throws IOException {
    try (FileChannel file =
        FileChannel.open(
            fresh,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      while (all.hasRemaining()) {
        file.write(all);
      }
      file.force(true);
    }
    Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
  }
}
