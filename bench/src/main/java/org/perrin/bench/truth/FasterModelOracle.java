package org.perrin.bench.truth;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.perrin.data.Dataset;
import org.perrin.model.Model;

/** Asks about another model of the same posterior, which is faster. */
record FasterModelOracle(Model same, Oracle oracle) implements Oracle {
  /** The posterior of data whose rows repeat, by those that differ and how often each is there. */
  static Problem collapsed(Dataset data, Function<Dataset, Model> make) {
    return Problem.of(
        make.apply(data), new FasterModelOracle(make.apply(collapse(data)), LongNuts.CAREFUL));
  }

  /** The rows that differ in x, y or offset, weighted. */
  static Dataset collapse(Dataset data) {
    Map<List<Double>, Double> counts = new LinkedHashMap<>();
    Map<List<Double>, Integer> firsts = new LinkedHashMap<>();
    for (int i = 0; i < data.count(); i++) {
      List<Double> key = key(data, i);
      firsts.putIfAbsent(key, i);
      counts.merge(key, data.weight(i), Double::sum);
    }
    Dataset chosen = data.select(firsts.values().stream().mapToInt(i -> i).toArray());
    double[] weight = counts.values().stream().mapToDouble(w -> w).toArray();
    return new Dataset(chosen.x(), chosen.y(), chosen.offset(), weight, data.names());
  }

  private static List<Double> key(Dataset data, int row) {
    double offset = data.offset(row);
    return DoubleStream.concat(
            DoubleStream.of(data.responses().get(row), offset),
            IntStream.range(0, data.x().width()).mapToDouble(k -> data.x().get(row, k)))
        .boxed()
        .toList();
  }

  @Override
  public String source() {
    return oracle.source();
  }

  /** Checks at a point that the two are the same. */
  @Override
  public Answer of(Model model) {
    double[] theta = new double[model.dimension()];
    IntStream.range(0, theta.length).forEach(k -> theta[k] = 0.1 * Math.sin(k + 1.0));
    double here = model.potential(theta) - model.potential(new double[theta.length]);
    double there = same.potential(theta) - same.potential(new double[theta.length]);
    if (!(Math.abs(here - there) <= 1e-8 * Math.abs(here))) {
      throw new IllegalStateException("not the same posterior: %s, %s".formatted(here, there));
    }
    return oracle.of(same);
  }
}
