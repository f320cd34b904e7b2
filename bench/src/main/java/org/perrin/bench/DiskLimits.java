package org.perrin.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.perrin.random.RandomStream;

/** What disk and page cache yield at best for random reads. */
final class DiskLimits {
  private static final int PAGE = 4096;

  private DiskLimits() {}

  /** Microseconds for a page of the disk, one after the other, past the cache; NaN if barred. */
  static double randomPage(Path file, int reads) {
    try (var channel = FileChannel.open(file, StandardOpenOption.READ, direct())) {
      ByteBuffer page = ByteBuffer.allocateDirect(2 * PAGE).alignedSlice(PAGE);
      int pages = (int) Math.min(Integer.MAX_VALUE, channel.size() / PAGE);
      var random = RandomStream.of(11);
      long start = System.nanoTime();
      for (int t = 0; t < reads; t++) {
        channel.read(page.clear().limit(PAGE), (long) PAGE * random.nextIndex(pages));
      }
      return (System.nanoTime() - start) / 1e3 / reads;
    } catch (IOException | UnsupportedOperationException e) {
      return Double.NaN;
    }
  }

  /** Past the page cache; the compiler warns of its name, so it is looked up. */
  private static OpenOption direct() {
    try {
      Class<?> options = Class.forName("com.sun.nio.file.ExtendedOpenOption");
      for (Object option : options.getEnumConstants()) {
        if (option.toString().equals("DIRECT")) {
          return (OpenOption) option;
        }
      }
    } catch (ClassNotFoundException e) {
      throw new UnsupportedOperationException(e);
    }
    throw new UnsupportedOperationException("no direct reads here");
  }

  /** A number of this process in megabytes, such as {@code RssAnon}; NaN where Linux is not. */
  static double status(String name) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (line.startsWith(name + ":")) {
          return Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024;
        }
      }
    } catch (IOException e) {
      return Double.NaN;
    }
    return Double.NaN;
  }
}
