package org.perrin.regression;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.perrin.io.WholeFile;

/**
 * A run's state on disk, in two files by turns: while one is written the other is whole. A file is
 * a mark, a number that grows, how much of the {@link DrawLog} belongs to it and that log's
 * checksum, the length, the bytes and a CRC-32C of all that; it is written beside its place,
 * flushed, and renamed. What does not check is not there. Draws are appended to the log, so a
 * checkpoint writes what is new and not what was written before.
 */
public final class Checkpoints {
  private static final long MARK = 0x50455252494e0003L;
  private static final int HEAD = 5 * Long.BYTES;

  private final Path folder;
  private DrawLog log;
  private @Nullable Saved last;

  private Checkpoints(Path folder) {
    this.folder = folder;
    this.log = emptyLog();
    this.last =
        Stream.of(read(folder.resolve("checkpoint-0")), read(folder.resolve("checkpoint-1")))
            .filter(Objects::nonNull)
            .sorted(Comparator.comparingLong(Saved::number).reversed())
            .filter(saved -> log.goOn(saved.length(), saved.sum()))
            .findFirst()
            .orElse(null);
  }

  /** A state, and what of the log it belongs to. */
  private record Saved(long number, long length, long sum, byte[] bytes) {
    private ByteBuffer head() {
      return ByteBuffer.allocate(HEAD)
          .putLong(MARK)
          .putLong(number)
          .putLong(length)
          .putLong(sum)
          .putLong(bytes.length)
          .flip();
    }

    long checksum() {
      var crc = new CRC32C();
      crc.update(head());
      crc.update(bytes);
      return crc.getValue();
    }

    ByteBuffer written() {
      ByteBuffer all = ByteBuffer.allocate(HEAD + bytes.length + Long.BYTES);
      return all.put(head()).put(bytes).putLong(checksum()).flip();
    }
  }

  /** Gives its state, and writes its new draws. */
  @FunctionalInterface
  public interface StateWriter {
    /** The state; draws since the last call go to the stream. */
    byte[] save(OutputStream draws) throws IOException;
  }

  /** Goes on from a state and all draws. */
  @FunctionalInterface
  public interface StateReader {
    /** Takes both. */
    void restore(byte[] state, InputStream draws);
  }

  private DrawLog emptyLog() {
    return new DrawLog(folder.resolve("checkpoint-draws"));
  }

  /** Forgets all states: a run was given up and another begins. */
  public void restart() {
    clear(folder);
    log = emptyLog();
    last = null;
  }

  /** Those of a folder; new ones come after what is there. */
  public static Checkpoints in(Path folder) {
    return new Checkpoints(folder);
  }

  /** Hands over the newest state that is whole; false if there is none. */
  public boolean load(StateReader target) {
    if (last == null) {
      return false;
    }
    try (InputStream draws = log.read()) {
      target.restore(last.bytes(), draws);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return true;
  }

  private static @Nullable Saved read(Path path) {
    try {
      ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(path));
      if (all.remaining() < HEAD + Long.BYTES || all.getLong() != MARK) {
        return null;
      }
      long number = all.getLong();
      long length = all.getLong();
      long sum = all.getLong();
      if (all.getLong() != all.remaining() - Long.BYTES) {
        return null;
      }
      byte[] bytes = new byte[all.remaining() - Long.BYTES];
      all.get(bytes);
      var saved = new Saved(number, length, sum, bytes);
      return all.getLong() == saved.checksum() ? saved : null;
    } catch (IOException e) {
      return null;
    }
  }

  /** Whether a folder holds any. */
  public static boolean present(Path folder) {
    return Files.exists(folder.resolve("checkpoint-0"));
  }

  /** Forgets what a folder holds. */
  public static void clear(Path folder) {
    try {
      for (String name : new String[] {"checkpoint-0", "checkpoint-1", "checkpoint-draws"}) {
        Files.deleteIfExists(folder.resolve(name));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Saves a state in place of the one before the last. */
  public void save(StateWriter source) {
    try {
      byte[] bytes = log.append(source);
      long number = last == null ? 0 : last.number() + 1;
      var saved = new Saved(number, log.length(), log.sum(), bytes);
      WholeFile.replace(
          folder.resolve("checkpoint-" + number % 2),
          folder.resolve("checkpoint-new"),
          saved.written());
      last = saved;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
