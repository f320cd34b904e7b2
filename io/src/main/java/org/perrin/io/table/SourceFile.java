package org.perrin.io.table;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.zip.CRC32C;
import java.util.zip.GZIPInputStream;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;

/**
 * A file that can be opened more than once, unpacked on the way. What it is comes from its first
 * bytes, not from its name.
 *
 * @param name as the user wrote it
 * @param path where it lies
 * @param copied whether that is a copy of something that cannot be opened twice
 * @param packing how it is compressed
 * @param head its first bytes, unpacked: 64 kB, or more if it takes more to see two lines
 */
record SourceFile(String name, Path path, boolean copied, Packing packing, byte[] head)
    implements AutoCloseable {
  private static final int SAMPLE = 1 << 16;
  private static final int MOST_SAMPLE = 1 << 24;
  private static final int KIND = 0xf000;
  private static final int PIPE = 0x1000;

  /** How a file is compressed. */
  enum Packing {
    NONE,
    GZIP,
    ZSTD
  }

  /** Looks at a file without reading it all. */
  static SourceFile of(Path path) {
    String name = path.toString();
    if (!Files.exists(path)) {
      throw InputException.of(name, "there is no such file: check the path" + similar(path));
    }
    if (Files.isDirectory(path)) {
      throw InputException.of(name, "is a folder: name a file in it");
    }
    if (!Files.isReadable(path)) {
      throw InputException.of(name, "may not be read: check its permissions");
    }
    if (isPipe(path)) {
      try (InputStream in = Files.newInputStream(path)) {
        return of(in, name);
      } catch (IOException e) {
        throw damaged(name, Packing.NONE, e);
      }
    }
    if (!Files.isRegularFile(path)) {
      throw InputException.of(name, "is a device: save its content to a file first");
    }
    return of(name, path, false);
  }

  /** A copy of a stream in the folder for temporary files, which is deleted when it is closed. */
  static SourceFile of(InputStream in, String name) {
    try {
      Path copy = Files.createTempFile("perrin-", ".data");
      copy.toFile().deleteOnExit();
      try {
        Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
        return of(name, copy, true);
      } catch (IOException | RuntimeException e) {
        Files.deleteIfExists(copy);
        throw e;
      }
    } catch (IOException e) {
      throw new InputException(
          "%s: cannot be copied to the folder for temporary files (%s): save it to a file first"
              .formatted(name, e.getMessage()),
          e);
    }
  }

  /** Whether it can be read once only; never where the system does not say. */
  static boolean isPipe(Path path) {
    try {
      int mode = (int) Files.getAttribute(path, "unix:mode");
      return (mode & KIND) == PIPE;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return false;
    }
  }

  private static SourceFile of(String name, Path path, boolean copied) {
    try (InputStream in = Files.newInputStream(path)) {
      byte[] magic = in.readNBytes(8);
      if (magic.length == 0) {
        throw InputException.of(name, "is empty: give a file with a header and rows");
      }
      Packing packing = packing(name, magic);
      SourceFile file = new SourceFile(name, path, copied, packing, new byte[0]);
      byte[] head = file.sample();
      if (head.length == 0) {
        throw InputException.of(name, "is empty: give a file with a header and rows");
      }
      return new SourceFile(name, path, copied, packing, head);
    } catch (IOException e) {
      throw damaged(name, Packing.NONE, e);
    }
  }

  private static String similar(Path path) {
    Path folder = path.toAbsolutePath().getParent();
    if (folder == null || path.getFileName() == null || !Files.isDirectory(folder)) {
      return "";
    }
    try (var files = Files.list(folder)) {
      var names = files.limit(1000).map(file -> file.getFileName().toString()).sorted().toList();
      return MessageText.nearest(path.getFileName().toString(), names)
          .map(file -> ", there is " + MessageText.quoted(file) + " in that folder")
          .orElse("");
    } catch (IOException e) {
      return "";
    }
  }

  private static Packing packing(String name, byte[] magic) {
    if (starts(magic, 0x1f, 0x8b)) {
      return Packing.GZIP;
    }
    if (starts(magic, 0x28, 0xb5, 0x2f, 0xfd)) {
      return Packing.ZSTD;
    }
    if (starts(magic, 'P', 'K', 3, 4)) {
      throw InputException.of(
          name, "is a zip archive or a spreadsheet: unpack it, or save it as CSV");
    }
    if (starts(magic, 'B', 'Z', 'h') || starts(magic, 0xfd, '7', 'z', 'X', 'Z')) {
      throw InputException.of(name, "is compressed by bzip2 or xz: unpack it, or pack it by gzip");
    }
    return Packing.NONE;
  }

  static boolean starts(byte[] bytes, int... magic) {
    if (bytes.length < magic.length) {
      return false;
    }
    for (int i = 0; i < magic.length; i++) {
      if ((bytes[i] & 0xff) != magic[i]) {
        return false;
      }
    }
    return true;
  }

  private byte[] sample() {
    try (InputStream in = open()) {
      byte[] bytes = in.readNBytes(SAMPLE);
      while (bytes.length >= SAMPLE && bytes.length < MOST_SAMPLE && lines(bytes) < 2) {
        byte[] more = in.readNBytes(bytes.length);
        if (more.length == 0) {
          break;
        }
        int before = bytes.length;
        bytes = Arrays.copyOf(bytes, before + more.length);
        System.arraycopy(more, 0, bytes, before, more.length);
      }
      return bytes;
    } catch (IOException | RuntimeException e) {
      throw damaged(name(), packing, e);
    }
  }

  private static int lines(byte[] bytes) {
    int lines = 0;
    for (byte b : bytes) {
      lines += b == '\n' || b == '\r' ? 1 : 0;
    }
    return lines;
  }

  /** The unpacked bytes. */
  InputStream open() throws IOException {
    InputStream in = Files.newInputStream(path);
    try {
      return switch (packing) {
        case NONE -> in;
        case GZIP -> new GZIPInputStream(in, SAMPLE);
        case ZSTD -> new ZstdInputStream(in);
      };
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  /** Bytes that it has at least when it is unpacked. */
  long least() {
    try {
      return Files.size(path);
    } catch (IOException e) {
      throw damaged(name(), Packing.NONE, e);
    }
  }

  /** Where it lies, its size, when it changed, and a checksum of its first bytes. */
  String identity() {
    var crc = new CRC32C();
    crc.update(head);
    try {
      return "%s %d %s %x"
          .formatted(
              path.toRealPath(), Files.size(path), Files.getLastModifiedTime(path), crc.getValue());
    } catch (IOException e) {
      throw damaged(name(), Packing.NONE, e);
    }
  }

  /** Forgets a copy. */
  @Override
  public void close() {
    if (copied) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException e) {
        throw damaged(name, Packing.NONE, e);
      }
    }
  }

  /** What to say when reading fails half-way. */
  static InputException damaged(String name, Packing packing, Exception e) {
    if (e instanceof InputException known) {
      return known;
    }
    String problem =
        switch (packing) {
          case GZIP -> "its gzip stream is cut short or damaged: copy or download it again";
          case ZSTD -> "its zstd stream is cut short or damaged: copy or download it again";
          case NONE -> "cannot be read (%s): check the disk".formatted(e.getMessage());
        };
    return new InputException(name + ": " + problem, e);
  }
}
