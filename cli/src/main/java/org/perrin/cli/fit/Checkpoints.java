package org.perrin.cli.fit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * A run's state on disk, in two files by turns: while one is written the other is whole. A file is
 * a mark, a number that grows, the length, the bytes and a CRC-32C of all that; it is written
 * beside its place, flushed, and renamed. What does not check is not there.
 */
public final class Checkpoints {
  private static final long MARK = 0x50455252494e0001L;
  private static final int HEAD = 3 * Long.BYTES;

  private final Path folder;
  private long number;

  private Checkpoints(Path folder, long number) {
    this.folder = folder;
    this.number = number;
  }

  /** What was saved last. */
  private record Saved(long number, byte[] bytes) {}

  /** Those of a folder; new ones come after what is there. */
  public static Checkpoints in(Path folder) {
    Saved last = latest(folder);
    return new Checkpoints(folder, last == null ? 0 : last.number() + 1);
  }

  /** The newest state that is whole, or null. */
  public byte[] load() {
    Saved last = latest(folder);
    return last == null ? null : last.bytes();
  }

  private static Saved latest(Path folder) {
    Saved a = read(folder.resolve("checkpoint-0"));
    Saved b = read(folder.resolve("checkpoint-1"));
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a.number() > b.number() ? a : b;
  }

  private static Saved read(Path path) {
    try {
      ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(path));
      if (all.remaining() < HEAD + Long.BYTES || all.getLong() != MARK) {
        return null;
      }
      long number = all.getLong();
      long length = all.getLong();
      if (length != all.remaining() - Long.BYTES) {
        return null;
      }
      byte[] bytes = new byte[(int) length];
      all.get(bytes);
      return all.getLong() == checksum(number, bytes) ? new Saved(number, bytes) : null;
    } catch (IOException e) {
      return null;
    }
  }

  private static long checksum(long number, byte[] bytes) {
    var crc = new CRC32C();
    crc.update(
        ByteBuffer.allocate(HEAD).putLong(MARK).putLong(number).putLong(bytes.length).flip());
    crc.update(bytes);
    return crc.getValue();
  }

  /** Whether a folder holds any. */
  public static boolean present(Path folder) {
    return Files.exists(folder.resolve("checkpoint-0"));
  }

  /** Forgets what a folder holds. */
  public static void clear(Path folder) {
    try {
      Files.deleteIfExists(folder.resolve("checkpoint-0"));
      Files.deleteIfExists(folder.resolve("checkpoint-1"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Saves a state in place of the one before the last. */
  public void save(byte[] bytes) {
    Path path = folder.resolve("checkpoint-" + number % 2);
    Path fresh = folder.resolve("checkpoint-new");
    ByteBuffer all = ByteBuffer.allocate(HEAD + bytes.length + Long.BYTES);
    all.putLong(MARK).putLong(number).putLong(bytes.length).put(bytes);
    all.putLong(checksum(number, bytes)).flip();
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
      Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    number++;
  }
}
