package org.perrin.io.draws;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A file of doubles that NumPy loads or maps without parsing ({@code numpy.load}), format 1.0: a
 * header of a multiple of 64 bytes with the shape, then the numbers, little-endian, the last index
 * running fastest. Numbers are appended in that order; {@link #close} refuses a file that has more
 * or fewer than its shape says. O(1) memory.
 */
public final class NpyFile implements AutoCloseable {
  private static final int ALIGNMENT = 64;

  private final Path path;
  private final FileChannel file;
  private final long count;
  private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
  private long written;

  private NpyFile(Path path, FileChannel file, long count) {
    this.path = path;
    this.file = file;
    this.count = count;
  }

  /** Begins a file of that shape, replacing what is there. */
  public static NpyFile create(Path path, long... shape) {
    try {
      FileChannel file =
          FileChannel.open(
              path,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE);
      var npy = new NpyFile(path, file, Arrays.stream(shape).reduce(1, Math::multiplyExact));
      npy.buffer.put(header(shape));
      return npy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] header(long... shape) {
    String sizes = Arrays.stream(shape).mapToObj(n -> n + ",").collect(Collectors.joining(" "));
    String text = "{'descr': '<f8', 'fortran_order': False, 'shape': (%s), }".formatted(sizes);
    int length = Math.ceilDiv(10 + text.length() + 1, ALIGNMENT) * ALIGNMENT - 10;
    String padded = text + " ".repeat(length - text.length() - 1) + "\n";
    return ByteBuffer.allocate(10 + length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 0x93)
        .put("NUMPY".getBytes(StandardCharsets.US_ASCII))
        .put((byte) 1)
        .put((byte) 0)
        .putShort((short) length)
        .put(padded.getBytes(StandardCharsets.US_ASCII))
        .array();
  }

  /** Appends a number. */
  public void add(double value) {
    if (buffer.remaining() < Double.BYTES) {
      flush();
    }
    buffer.putDouble(value);
    written++;
  }

  /** Appends numbers. */
  public void add(double... values) {
    for (double value : values) {
      add(value);
    }
  }

  private void flush() {
    buffer.flip();
    try {
      while (buffer.hasRemaining()) {
        file.write(buffer);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    buffer.clear();
  }

  @Override
  public void close() {
    try (file) {
      if (written != count) {
        throw new IllegalStateException(
            "%d numbers in %s, whose shape is of %d".formatted(written, path, count));
      }
      flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
