package org.perrin.io.table;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The lines of a text file, unpacked if it is packed. Whatever is wrong with the file as a file, or
 * with its bytes as UTF-8, is an {@link org.perrin.io.InputException}.
 */
public final class TextLines {
  private TextLines() {}

  /** Takes a line and its number, from 1 on. */
  @FunctionalInterface
  public interface Consumer {
    /** Handles the line. */
    void accept(long number, String line);
  }

  /** Hands out all lines in order. */
  public static void each(Path path, Consumer consumer) {
    each(SourceFile.of(path), consumer);
  }

  static void each(SourceFile file, Consumer consumer) {
    try (BufferedReader in = new BufferedReader(new Utf8Reader(file, 0))) {
      long number = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        number++;
        consumer.accept(number, line);
      }
    } catch (IOException e) {
      throw SourceFile.damaged(file.name(), file.packing(), e);
    }
  }
}
