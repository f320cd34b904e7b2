package org.perrin.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Storage in files of a folder, mapped into memory. A file loses its name as soon as it is mapped,
 * so the system takes back its space when the process ends, whatever ends it; the garbage collector
 * does so before, when nothing refers to the numbers any more. Where the system does not let go of
 * names the files are deleted at the exit.
 *
 * @param folder on a disk with room, which is taken at once
 */
public record Scratch(Path folder) implements Storage {
  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

  /** Zeros in a file of that many bytes; 64 more follow, so that whole registers can be read. */
  public MemorySegment segment(long bytes) {
    Path path = null;
    try {
      long room = Files.getFileStore(folder).getUsableSpace();
      if (room < bytes) {
        throw new IllegalArgumentException(
            "%s has %,d bytes free and %,d are needed: free some, or choose another folder for scratch files"
                .formatted(folder, room, bytes));
      }
      path = Files.createTempFile(folder, ".perrin-", ".scratch");
      try (var channel =
          FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        DiskSpace.reserve(path, channel, bytes + 64);
        return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes + 64, Arena.ofAuto());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "scratch files cannot be written to %s: choose another folder".formatted(folder), e);
    } finally {
      forget(path);
    }
  }

  private static void forget(@Nullable Path path) {
    try {
      if (path != null) {
        Files.delete(path);
      }
    } catch (IOException e) {
      path.toFile().deleteOnExit();
    }
  }

  @Override
  public Doubles doubles(long size) {
    return new MappedDoubles(segment(8 * size), size);
  }

  @Override
  public Ints ints(long size) {
    return new MappedInts(segment(4 * size), size);
  }

  @Override
  public WritableRows rows(int count, int width, boolean single) {
    long bytes = MappedRows.bytes(count, org.perrin.math.Kernels.pad(width), single);
    return MappedRows.padded(segment(bytes), count, width, single, this);
  }

  private record MappedDoubles(MemorySegment values, long size) implements Doubles {
    @Override
    public double get(long i) {
      return values.getAtIndex(DOUBLE, i);
    }

    @Override
    public void set(long i, double value) {
      values.setAtIndex(DOUBLE, i, value);
    }

    @Override
    public void copy(long from, int n, double[] out, int at) {
      MemorySegment.copy(values, DOUBLE, 8 * from, out, at, n);
    }

    @Override
    public void put(long from, int n, double[] given) {
      MemorySegment.copy(given, 0, values, DOUBLE, 8 * from, n);
    }
  }

  private record MappedInts(MemorySegment values, long size) implements Ints {
    @Override
    public int get(long i) {
      return values.getAtIndex(INT, i);
    }

    @Override
    public void set(long i, int value) {
      values.setAtIndex(INT, i, value);
    }
  }
}
