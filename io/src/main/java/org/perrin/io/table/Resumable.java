package org.perrin.io.table;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that can be put down between two rows, and taken up again by another process. */
interface Resumable {
  /** Writes all that the rows to come depend on. */
  void save(DataOutput out) throws IOException;

  /** Goes on where {@link #save} was called, on an object made with the same arguments. */
  void restore(DataInput in) throws IOException;

  /** What {@link #save} writes. */
  static byte[] bytes(Resumable saved) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      saved.save(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Restores from {@link #bytes}. */
  static void restore(Resumable saved, byte[] bytes) {
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      saved.restore(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A text of any length, or null. */
  static void write(DataOutput out, @Nullable String text) throws IOException {
    byte[] bytes = text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes == null ? -1 : bytes.length);
    if (bytes != null) {
      out.write(bytes);
    }
  }

  /** What {@link #write(DataOutput, String)} wrote. */
  static @Nullable String text(DataInput in) throws IOException {
    int length = in.readInt();
    if (length < 0) {
      return null;
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** How a column is read. */
  static void write(DataOutput out, Spelling spelling) throws IOException {
    out.writeBoolean(spelling.text());
    out.writeChar(spelling.point());
    out.writeChar(spelling.group());
    write(out, spelling.unit());
    out.writeInt(spelling.missing().size());
    for (String text : spelling.missing()) {
      write(out, text);
    }
  }

  /** What {@link #write(DataOutput, Spelling)} wrote. */
  static Spelling spelling(DataInput in) throws IOException {
    boolean text = in.readBoolean();
    char point = in.readChar();
    char group = in.readChar();
    String unit = text(in);
    String[] missing = new String[in.readInt()];
    for (int k = 0; k < missing.length; k++) {
      missing[k] = text(in);
    }
    return new Spelling(text, point, group, unit, List.of(missing));
  }

  /** A flaw, or null. */
  static void write(DataOutput out, Column.@Nullable Flaw flaw) throws IOException {
    write(out, flaw == null ? null : flaw.where());
    write(out, flaw == null ? null : flaw.problem());
  }

  /** What {@link #write(DataOutput, Column.Flaw)} wrote. */
  static Column.@Nullable Flaw flaw(DataInput in) throws IOException {
    String where = text(in);
    String problem = text(in);
    return where == null ? null : new Column.Flaw(where, problem);
  }
}
