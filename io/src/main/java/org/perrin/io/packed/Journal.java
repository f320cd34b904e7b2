package org.perrin.io.packed;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.io.WholeFile;

/**
 * How far a packer came, beside the file that it writes, for the next one to go on: what is packed
 * (source and options), and a state. Each writing replaces the last whole, so that a kill finds one
 * or the other.
 */
final class Journal {
  /** Of the states: one that another version of the packer wrote is not read. */
  private static final int VERSION = 2;

  private final Path path;
  private final @Nullable String identity;

  /** Identity null: nothing is written, since the source cannot be identified. */
  Journal(Path path, @Nullable String identity) {
    this.path = path;
    this.identity = identity;
  }

  boolean isKept() {
    return identity != null;
  }

  boolean exists() {
    return Files.exists(path);
  }

  void write(byte[] state) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeInt(VERSION);
      out.writeUTF(identity);
      out.writeInt(state.length);
      out.write(state);
      out.writeInt(PackedHead.checksum(bytes.toByteArray(), bytes.size()));
    }
    WholeFile.replace(path, fresh(), ByteBuffer.wrap(bytes.toByteArray()));
  }

  /** The state, or null if there is none for this source and these options. */
  byte @Nullable [] read() throws IOException {
    if (!isKept() || !exists()) {
      return null;
    }
    byte[] all = Files.readAllBytes(path);
    int body = all.length - Integer.BYTES;
    if (body <= 0 || ByteBuffer.wrap(all).getInt(body) != PackedHead.checksum(all, body)) {
      return null;
    }
    try (var in = new DataInputStream(new ByteArrayInputStream(all))) {
      boolean ours = in.readInt() == VERSION && in.readUTF().equals(identity);
      return ours ? Arrays.copyOfRange(all, body - in.readInt(), body) : null;
    }
  }

  void delete() throws IOException {
    Files.deleteIfExists(path);
    Files.deleteIfExists(fresh());
  }

  private Path fresh() {
    return path.resolveSibling(path.getFileName() + ".new");
  }
}
