package org.perrin.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.Examples;
import org.perrin.Perrin;
import org.perrin.diagnostics.Convergence;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.posterior.Options;
import org.perrin.random.RandomStream;

class FloatRowsTest {
  private static DenseRows rounded(Rows rows) {
    return DenseRows.fill(
        rows.count(),
        rows.width(),
        (i, to, at) -> {
          for (int k = 0; k < rows.width(); k++) {
            to[at + k] = (float) rows.get(i, k);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 13, 55})
  void every_operation_gives_the_bits_of_double_storage_of_the_same_numbers(int d) {
    Rows x = Examples.design(333, d, 95);
    Rows single = FloatRows.of(x);
    Rows doubles = rounded(x);
    int stride = doubles.stride();
    double[] v = Arrays.copyOf(Examples.point(d, 96, 1), stride);
    double[] c = Examples.point(333, 97, 1);
    int[] rows = new int[200];
    var random = RandomStream.of(98);
    Arrays.setAll(rows, j -> random.nextIndex(333));
    double[] m = DenseRows.padRows(Examples.point(d * d, 99, 1), d, d);
    for (Rows[] pair : new Rows[][] {{single, doubles}}) {
      double[][] out = new double[2][];
      for (int r = 0; r < 2; r++) {
        Rows table = pair[r];
        double[] all = new double[3 * 333 + 2 * stride + stride * stride + 200];
        double[] part = new double[333];
        table.dots(rows, 3, 190, v, part);
        System.arraycopy(part, 0, all, 0, 200);
        table.dots(5, 300, v, part);
        System.arraycopy(part, 0, all, 200, 300);
        table.squaredNorms(1, 330, part);
        System.arraycopy(part, 0, all, 533, 330);
        double[] sum = new double[stride];
        table.add(rows, 3, 190, c, sum);
        table.add(5, 300, c, sum);
        System.arraycopy(sum, 0, all, 866, stride);
        double[] g = new double[stride * stride];
        table.addOuter(5, 300, c, g);
        System.arraycopy(g, 0, all, 866 + stride, g.length);
        table.squaredNorms(1, 330, m, stride, part);
        all[all.length - 1] = part[77];
        out[r] = all;
      }
      assertThat(out[0]).isEqualTo(out[1]);
    }
  }

  @Test
  void a_posterior_from_single_precision_is_the_same_to_a_few_thousandths() {
    var data = Synthetic.covertypeLike(101, 20_000);
    var single = new Dataset(FloatRows.of(data.x()), data.y(), null, null, data.names());
    var options = Options.standard().sampler("natural").draws(1000);
    var a = Perrin.sample(Glm.logistic(data, Priors.normal(0, 2)), options);
    var b = Perrin.sample(Glm.logistic(single, Priors.normal(0, 2)), options);
    for (int k = 0; k < 55; k++) {
      double sd = Convergence.sd(a.draws().coordinate(k));
      assertThat(Convergence.mean(b.draws().coordinate(k)))
          .isCloseTo(Convergence.mean(a.draws().coordinate(k)), within(0.1 * sd));
      assertThat(Convergence.sd(b.draws().coordinate(k)) / sd).isBetween(0.93, 1.07);
    }
  }

  @Test
  void a_number_beyond_single_precision_is_named() {
    assertThatThrownBy(() -> FloatRows.of(DenseRows.of(new double[][] {{1, 1e300}})))
        .hasMessage("row 0, column 1 is 1.0E300: too large for single precision");
  }
}
