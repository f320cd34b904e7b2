package org.perrin.io;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.perrin.io.table.Table;

/** Files for tests. */
public final class Samples {
  private Samples() {}

  public static Path file(Path folder, String name, String text) {
    return file(folder, name, text.getBytes(StandardCharsets.UTF_8));
  }

  public static Path file(Path folder, String name, byte[] bytes) {
    try {
      return Files.write(folder.resolve(name), bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static byte[] gzip(byte[] bytes) {
    var out = new ByteArrayOutputStream();
    try (var packed = new GZIPOutputStream(out)) {
      packed.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** A table from the text of a CSV file. */
  public static Table table(String text) {
    try {
      Path path = Files.createTempFile("perrin", ".csv");
      try {
        return Table.read(Files.writeString(path, text));
      } finally {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
