package org.perrin.cli.console;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPOutputStream;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;

/**
 * A text file that appears whole or not at all: it is written beside its place and renamed. A name
 * that ends in {@code .gz} is packed. Devices and pipes are written to as they are: a file renamed
 * to {@code /dev/null} would take its place, for all programs of the machine.
 */
public final class OutputFile implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  private final Path path;
  private final Path partial;
  private final Writer writer;
  private boolean done;

  private OutputFile(Path path, Path partial, Writer writer) {
    this.path = path;
    this.partial = partial;
    this.writer = writer;
  }

  /** Begins a file. */
  public static OutputFile of(Path path) {
    Path target = path.toAbsolutePath().normalize();
    if (Files.isDirectory(target)) {
      throw new InputException(path + " is a folder: name a file by --out");
    }
    boolean inPlace = Files.exists(target) && !Files.isRegularFile(target);
    Path partial = inPlace ? target : target.resolveSibling(target.getFileName() + ".partial");
    try {
      OutputStream bytes =
          inPlace
              ? Files.newOutputStream(partial, StandardOpenOption.WRITE)
              : Files.newOutputStream(partial);
      boolean packed = target.toString().endsWith(".gz");
      OutputStream out = packed ? new GZIPOutputStream(bytes, BUFFER) : bytes;
      Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), BUFFER);
      return new OutputFile(target, partial, text);
    } catch (IOException e) {
      throw new InputException(
          "%s: cannot be written (%s)".formatted(path, MessageText.reason(e)), e);
    }
  }

  /** Where to write. */
  public Writer writer() {
    return writer;
  }

  /** All is written: the file takes its place. */
  public void commit() {
    try {
      writer.close();
      if (!partial.equals(path)) {
        Files.move(partial, path, StandardCopyOption.ATOMIC_MOVE);
      }
      done = true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    if (!done) {
      try {
        writer.close();
        if (!partial.equals(path)) {
          Files.deleteIfExists(partial);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
