package org.perrin.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import scala.Tuple2;

/** Puts the chunks of a block together: rows in the order of their keys, then of their contents. */
final class BlockBuilder {
  private final Recipe recipe;
  private final List<RowChunk> chunks = new ArrayList<>();
  private final int step;

  BlockBuilder(Recipe recipe, Iterator<Tuple2<Integer, RowChunk>> from) {
    this.recipe = recipe;
    this.step = recipe.width() + RowChunk.SIDE;
    from.forEachRemaining(pair -> chunks.add(pair._2()));
  }

  RowBlock build(int first) {
    int count = chunks.stream().mapToInt(RowChunk::count).sum();
    long[] places = new long[count];
    int at = 0;
    for (int c = 0; c < chunks.size(); c++) {
      for (int i = 0; i < chunks.get(c).count(); i++) {
        places[at++] = (long) c << 32 | i;
      }
    }
    Long[] order = Arrays.stream(places).boxed().toArray(Long[]::new);
    Arrays.sort(order, this::compare);
    double[] values = new double[Math.multiplyExact(count, step)];
    for (int i = 0; i < count; i++) {
      RowChunk chunk = chunk(order[i]);
      System.arraycopy(chunk.values(), order[i].intValue() * step, values, i * step, step);
    }
    return new RowBlock(first, count, values, recipe);
  }

  private RowChunk chunk(long place) {
    return chunks.get((int) (place >>> 32));
  }

  private int compare(Long a, Long b) {
    RowChunk left = chunk(a);
    RowChunk right = chunk(b);
    int byKey = Long.compare(left.keys()[a.intValue()], right.keys()[b.intValue()]);
    return byKey != 0
        ? byKey
        : Arrays.compare(
            left.values(),
            a.intValue() * step,
            (a.intValue() + 1) * step,
            right.values(),
            b.intValue() * step,
            (b.intValue() + 1) * step);
  }
}
