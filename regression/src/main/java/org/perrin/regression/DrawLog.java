package org.perrin.regression;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * The draws of a run, appended as they come: a checkpoint says how many bytes of it are its own,
 * and what they sum to. What stands beyond was written by a run that was killed before it could say
 * so, and is written over.
 */
final class DrawLog {
  private final Path path;
  private CRC32C crc = new CRC32C();
  private long length;

  DrawLog(Path path) {
    this.path = path;
  }

  /** Bytes that count. */
  long length() {
    return length;
  }

  /** CRC-32C of them. */
  long sum() {
    return crc.getValue();
  }

  /** Takes the first {@code most} bytes for its own; false if they are not there or not right. */
  boolean goOn(long most, long sum) {
    crc = new CRC32C();
    length = most;
    try (InputStream in = new CheckedInputStream(read(), crc)) {
      return in.transferTo(OutputStream.nullOutputStream()) == most && crc.getValue() == sum;
    } catch (IOException e) {
      return false;
    }
  }

  /** All of them. */
  InputStream read() throws IOException {
    InputStream all =
        Files.exists(path) ? Files.newInputStream(path) : InputStream.nullInputStream();
    return new BufferedInputStream(new Prefix(all, length));
  }

  /** Appends what {@code source} writes, and has it on the disk before it returns. */
  byte[] append(Checkpoints.StateWriter source) throws IOException {
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      file.truncate(length).position(length);
      var out =
          new CheckedOutputStream(
              new BufferedOutputStream(Channels.newOutputStream(file), 1 << 16), crc);
      byte[] state = source.save(out);
      out.flush();
      file.force(true);
      length = file.position();
      return state;
    }
  }

  /** The first bytes of a stream. */
  private static final class Prefix extends InputStream {
    private final InputStream all;
    private long left;

    Prefix(InputStream all, long left) {
      this.all = all;
      this.left = left;
    }

    @Override
    public int read() throws IOException {
      int one = left > 0 ? all.read() : -1;
      left -= one < 0 ? 0 : 1;
      return one;
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
      int some = left > 0 ? all.read(bytes, from, (int) Math.min(count, left)) : -1;
      left -= Math.max(0, some);
      return some;
    }

    @Override
    public void close() throws IOException {
      all.close();
    }
  }
}
