package org.perrin.io.packed;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.io.Remedy;
import org.perrin.io.table.RowSink;

/**
 * Writes a packed table while its rows come by, in bounded memory. The file is written beside its
 * place under the name {@code ….partial}, flushed, and renamed: it appears whole or not at all. All
 * 64 MB a {@link Journal} says how far it came, so that a packer of the same source and options
 * goes on where one was killed, to the same bytes in the end.
 */
public final class Packer implements RowSink, AutoCloseable {
  private final Path path;
  private final Path partial;
  private final boolean single;
  private final boolean dropMissing;
  private final RowFile file;
  private final Journal journal;
  private final long journalBytes = Long.getLong("perrin.pack.journal", 1 << 26);
  private final boolean hadJournal;
  private final long takenOver;
  private ColumnTally @Nullable [] tallies;
  private byte @Nullable [] lastMark;
  private long marked;
  private long rows;
  private long dropped;
  private boolean done;

  private Packer(Path path, boolean single, boolean dropMissing, @Nullable String source)
      throws IOException {
    this.path = path;
    this.partial = path.resolveSibling(path.getFileName() + ".partial");
    this.single = single;
    this.dropMissing = dropMissing;
    this.file = new RowFile(partial, single);
    this.journal =
        new Journal(
            path.resolveSibling(path.getFileName() + ".journal"),
            source == null ? null : "%s %s %s".formatted(single, dropMissing, source));
    this.hadJournal = journal.exists();
    goOn(journal.read());
    this.takenOver = rows;
  }

  /** Begins a file. */
  public static Packer to(Path path, boolean single, boolean dropMissing) {
    return to(path, single, dropMissing, null);
  }

  /** Begins a file, or goes on with one whose packer did not end if it was of the same source. */
  public static Packer to(Path path, boolean single, boolean dropMissing, @Nullable String source) {
    Path target = path.toAbsolutePath().normalize();
    if (Files.isDirectory(target)) {
      throw new InputException("%s is a folder: %s".formatted(path, Remedy.FILE));
    }
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      throw new InputException("%s is a device or a pipe: %s".formatted(path, Remedy.FILE));
    }
    try {
      return new Packer(target, single, dropMissing, source);
    } catch (IOException e) {
      throw new InputException(
          "%s: cannot be written (%s)".formatted(path, MessageText.reason(e)), e);
    }
  }

  private void goOn(byte @Nullable [] state) throws IOException {
    if (state == null) {
      return;
    }
    try (var in = new DataInputStream(new ByteArrayInputStream(state))) {
      if (file.restore(in)) {
        restore(in);
        marked = file.bytes();
      }
    }
  }

  private void restore(DataInput in) throws IOException {
    rows = in.readLong();
    dropped = in.readLong();
    tallies(in.readInt());
    for (ColumnTally tally : tallies) {
      tally.restore(in);
    }
    lastMark = new byte[in.readInt()];
    in.readFully(lastMark);
  }

  private void save(DataOutput out, byte[] reader) throws IOException {
    file.save(out);
    out.writeLong(rows);
    out.writeLong(dropped);
    out.writeInt(tallies.length);
    for (ColumnTally tally : tallies) {
      tally.save(out);
    }
    out.writeInt(reader.length);
    out.write(reader);
  }

  @Override
  public boolean wantsMark() {
    return journal.isKept() && file.bytes() - marked >= journalBytes;
  }

  @Override
  public void mark(byte[] reader) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      save(out, reader);
      journal.write(bytes.toByteArray());
    } catch (IOException e) {
      throw failed(e);
    }
    marked = file.bytes();
  }

  @Override
  public byte @Nullable [] lastMark() {
    return lastMark;
  }

  @Override
  public void begin(List<String> names) {
    try {
      journal.delete();
      file.begin(names.size());
    } catch (IOException e) {
      throw failed(e);
    }
    tallies(names.size());
    lastMark = null;
    marked = 0;
    rows = 0;
    dropped = 0;
  }

  private void tallies(int width) {
    tallies = new ColumnTally[width];
    for (int k = 0; k < width; k++) {
      tallies[k] = new ColumnTally();
    }
  }

  @Override
  public void rows(double[][] columns, int count) {
    try {
      for (int i = 0; i < count; i++) {
        if (dropMissing && incomplete(columns, i)) {
          dropped++;
        } else {
          row(columns, i);
        }
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private void row(double[][] columns, int i) throws IOException {
    for (int k = 0; k < columns.length; k++) {
      double value = columns[k][i];
      if (single) {
        float rounded = rounded(value);
        file.put(rounded);
        tallies[k].add(rounded);
      } else {
        file.put(value);
        tallies[k].add(value);
      }
    }
    if (++rows >= Integer.MAX_VALUE) {
      throw new InputException("a packed table has at most 2,147,483,646 rows: pack fewer");
    }
    file.endRow();
  }

  private static boolean incomplete(double[][] columns, int row) {
    for (double[] column : columns) {
      if (Double.isNaN(column[row])) {
        return true;
      }
    }
    return false;
  }

  private float rounded(double value) {
    float rounded = (float) value;
    if (Float.isInfinite(rounded) && !Double.isInfinite(value)) {
      throw new InputException(
          "row %,d holds %s, too large for single precision: %s"
              .formatted(rows + 1, value, Remedy.DOUBLE));
    }
    return rounded;
  }

  /** All rows have come: the file takes its place. */
  public void finish(List<RowSink.Shell> shells) {
    if (rows == 0) {
      throw new InputException("no row is complete: leave out columns with missing values");
    }
    List<PackedColumn> columns = new ArrayList<>();
    for (int k = 0; k < tallies.length; k++) {
      columns.add(tallies[k].column(shells.get(k), k));
    }
    try {
      file.finish(Description.write(columns), rows);
      file.close();
      Files.move(partial, path, StandardCopyOption.ATOMIC_MOVE);
      done = true;
      journal.delete();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Rows written. */
  public long written() {
    return rows;
  }

  /** Rows left out for missing values. */
  public long dropped() {
    return dropped;
  }

  /** Rows that a packer before this one had written, which was killed. */
  public long takenOver() {
    return takenOver;
  }

  /** Whether one was killed of whose work nothing can be used. */
  public boolean beginsAnew() {
    return hadJournal && takenOver == 0;
  }

  private static UncheckedIOException failed(IOException e) {
    return new UncheckedIOException("the packed table cannot be written: check the disk", e);
  }

  @Override
  public void close() {
    if (!done) {
      try {
        file.close();
        Files.deleteIfExists(partial);
        journal.delete();
      } catch (IOException e) {
        throw failed(e);
      }
    }
  }
}
