package org.perrin.io.design;

import java.util.Arrays;
import java.util.List;
import org.perrin.data.CodeStream;
import org.perrin.data.CodedRows;
import org.perrin.data.MappedRows;
import org.perrin.data.Rows;
import org.perrin.data.Storage;
import org.perrin.data.StreamedCodes;
import org.perrin.io.packed.PackedTable;

/**
 * The rows of a packed table as {@link CodedRows} have them, made whenever they are read.
 *
 * @param terms of the design
 * @param layout of their columns
 */
record StoredCoding(List<StoredTerm> terms, CodeLayout layout) {
  /** Rows that are made together. */
  private static final int BLOCK = 64;

  /** The first that pays; indicator columns are looked for where others do not. */
  static StoredCoding of(List<StoredTerm> terms, PackedTable table) {
    StoredCoding plain = of(terms);
    return plain.layout.width() < CodeLayout.LEAST_COLUMNS || plain.layout.pays()
        ? plain
        : of(StoredIndicators.merged(terms, table, table.stored(Storage.heap())));
  }

  private static StoredCoding of(List<StoredTerm> terms) {
    return new StoredCoding(
        terms,
        CodeLayout.of(
            terms.stream()
                .map(
                    term ->
                        new CodeLayout.Part(
                            term.width(), term.single() && term.width() > 1 ? 1 : 0, term.scaled()))
                .toList()));
  }

  /** The stored rows coded; {@code dense} has the same rows as they are. */
  CodedRows rows(MappedRows stored, Rows dense) {
    boolean ones = terms.getFirst() instanceof StoredTerm.Intercept;
    return StreamedCodes.of(
        new Stream(this, stored, ThreadLocal.withInitial(() -> new Pad(stored))),
        layout.columns(),
        layout.times(),
        layout.levels(),
        ones ? 0 : -1,
        dense);
  }

  /** Of one thread. */
  private record Pad(double[] rows, double[] row, double[] numbers, int[] place, double[] factor) {
    Pad(MappedRows stored) {
      this(
          new double[BLOCK * stored.stride()],
          new double[stored.width()],
          new double[BLOCK],
          new int[BLOCK],
          new double[BLOCK]);
    }
  }

  private record Stream(StoredCoding coding, MappedRows stored, ThreadLocal<Pad> pads)
      implements CodeStream {
    @Override
    public int count() {
      return stored.count();
    }

    @Override
    public Storage storage() {
      return stored.storage();
    }

    @Override
    public void write(int first, int n, double[] numbers, char[] places) {
      Pad pad = pads.get();
      for (int j = 0; j < n; j += BLOCK) {
        int some = Math.min(BLOCK, n - j);
        stored.read(first + j, some, pad.rows);
        coding.write(pad, stored.stride(), some, j, numbers, places);
      }
    }

    @Override
    public void write(int[] rows, int from, int n, double[] numbers, char[] places) {
      Pad pad = pads.get();
      for (int j = 0; j < n; j += BLOCK) {
        int some = Math.min(BLOCK, n - j);
        stored.read(rows, from + j, some, pad.rows);
        coding.write(pad, stored.stride(), some, j, numbers, places);
      }
    }
  }

  /** Writes {@code n} rows from the row {@code first} of the arrays on. */
  private void write(Pad pad, int stride, int n, int first, double[] numbers, char[] places) {
    int pitch = CodedRows.pitch(layout.numbers());
    var block = new StoredTerm.Block(pad.rows, stride, n, pad.row, pad.numbers);
    Arrays.fill(numbers, first * pitch, (first + n) * pitch, 0);
    int column = 0;
    int number = 0;
    int factor = 0;
    for (int t = 0; t < terms.size(); t++) {
      StoredTerm term = terms.get(t);
      CodeLayout.Part part = layout.parts().get(t);
      int at = first * pitch + number;
      if (part.codes() == 0) {
        term.write(pad.rows, stride, n, numbers, pitch, at, pad.row);
      } else {
        Arrays.fill(pad.factor, 1);
        term.code(block, pad.place, pad.factor);
        for (int j = 0, to = first * layout.factors() + factor; j < n; j++) {
          int place = pad.place[j];
          places[to] = (char) (place < 0 ? layout.width() : column + place);
          to += layout.factors();
        }
        for (int j = 0; part.scaled() && j < n; j++) {
          numbers[at + j * pitch] = pad.factor[j];
        }
      }
      factor += part.codes();
      number += part.numbers();
      column += term.width();
    }
  }
}
