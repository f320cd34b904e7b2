package org.perrin.io.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.perrin.io.Samples.table;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.io.InputException;

/** The columns of s(x). */
class PenalisedSplineTest {
  private static final double[] VALUES = new Random(3).doubles(400).map(u -> 10 * u * u).toArray();

  private static PenalisedSpline smooth(int k) {
    return new PenalisedSpline(k, PenalisedSpline.fit(VALUES, k, InputException::new));
  }

  private static double[] at(PenalisedSpline smooth, double x) {
    double[] row = new double[smooth.width()];
    smooth.write(x, row, 0);
    return row;
  }

  /** {@code f″} of column j by differences. */
  private static double bend(PenalisedSpline smooth, double x, int j, double step) {
    double sum = at(smooth, x + step)[j] + at(smooth, x - step)[j] - 2 * at(smooth, x)[j];
    return sum / (step * step);
  }

  /**
   * Over the values: no line is left in a column, columns are orthogonal, their squares sum to 1.
   */
  @ParameterizedTest
  @ValueSource(ints = {3, 4, 10, 40})
  void columns_are_orthogonal_to_lines_and_to_each_other(int k) {
    PenalisedSpline smooth = smooth(k);
    assertThat(smooth.width()).isEqualTo(k - 1);
    double[] products = new double[k * k];
    double total = 0;
    for (double x : VALUES) {
      double[] row = new double[k];
      row[0] = 1;
      System.arraycopy(at(smooth, x), 0, row, 1, k - 1);
      for (int i = 0; i < k; i++) {
        total += i > 1 ? row[i] * row[i] / VALUES.length : 0;
        for (int j = 0; j < k; j++) {
          products[i * k + j] += row[i] * row[j] / VALUES.length;
        }
      }
    }
    assertThat(total).isCloseTo(1, within(1e-9));
    for (int i = 0; i < k; i++) {
      for (int j = 0; j < i; j++) {
        assertThat(products[i * k + j]).as("%d, %d", i, j).isCloseTo(0, within(1e-9));
      }
    }
  }

  /** {@code ∫ Zᵢ″Zⱼ″} is the identity times a constant, by a sum over a fine grid. */
  @Test
  void the_penalty_is_that_of_curvature() {
    PenalisedSpline smooth = smooth(7);
    double low = Arrays.stream(VALUES).min().orElseThrow();
    double high = Arrays.stream(VALUES).max().orElseThrow();
    int steps = 20_000;
    double h = (high - low) / steps;
    double[][] penalty = new double[5][5];
    for (int s = 0; s < steps; s++) {
      double x = low + (s + 0.5) * h;
      double[] bends = new double[5];
      for (int j = 0; j < 5; j++) {
        bends[j] = bend(smooth, x, j + 1, 1e-3);
      }
      for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 5; j++) {
          penalty[i][j] += h * bends[i] * bends[j];
        }
      }
    }
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 5; j++) {
        double expected = i == j ? 1 : 0;
        assertThat(penalty[i][j] / penalty[0][0]).isCloseTo(expected, within(2e-3));
      }
    }
  }

  @Test
  void the_first_column_is_the_number_about_its_mean() {
    double mean = Arrays.stream(VALUES).average().orElseThrow();
    assertThat(at(smooth(6), 3)[0]).isCloseTo(3 - mean, within(1e-12));
  }

  /** Straight beyond the data, and continuous with its slope there. */
  @ParameterizedTest
  @CsvSource({"-1, 0", "1, 1"})
  void it_is_straight_beyond_the_data(int side, int end) {
    PenalisedSpline smooth = smooth(8);
    double edge =
        end == 0
            ? Arrays.stream(VALUES).min().orElseThrow()
            : Arrays.stream(VALUES).max().orElseThrow();
    for (int j = 1; j < smooth.width(); j++) {
      assertThat(bend(smooth, edge + side * 5, j, 1)).isCloseTo(0, within(1e-9));
      double inside = (at(smooth, edge)[j] - at(smooth, edge - side * 1e-5)[j]) / 1e-5;
      double outside = (at(smooth, edge + side * 5)[j] - at(smooth, edge)[j]) / 5;
      assertThat(outside).isCloseTo(inside, within(1e-3 * (1 + Math.abs(inside))));
    }
  }

  private static String rows(int count) {
    var text = new StringBuilder("y,x,one,five,kind\n");
    for (int i = 0; i < count; i++) {
      text.append("%d,%d,1,%d,%s%n".formatted(i * i % 17, i, i % 5, i % 2 == 0 ? "a" : "b"));
    }
    return text.toString();
  }

  @Test
  void names_places_and_columns_of_new_rows() {
    Design design = Design.of(table(rows(40)), DesignSpec.formula("y ~ five + s(x, k = 5)"));
    Encoding encoding = design.encoding();
    List<String> names =
        List.of(
            "(Intercept)",
            "five",
            "s(x, k = 5)",
            "s(x, k = 5)[1]",
            "s(x, k = 5)[2]",
            "s(x, k = 5)[3]");
    assertThat(encoding.names()).isEqualTo(names);
    assertThat(encoding.smooths()).hasSize(1);
    assertThat(encoding.smooths().getFirst().name()).isEqualTo("s(x, k = 5)");
    assertThat(encoding.smooths().getFirst().columns()).containsExactly(3, 4, 5);
    Encoding read = Encoding.fromJson(encoding.toJson());
    Design again = read.apply(table("x,five\n7,2\n"), MissingPolicy.ERROR);
    for (int k = 0; k < names.size(); k++) {
      assertThat(again.data().x().get(0, k)).isEqualTo(design.data().x().get(7, k));
    }
    assertThat(Design.of(table(rows(40)), DesignSpec.formula("y ~ s(x)")).encoding().names())
        .contains("s(x)", "s(x)[8]")
        .doesNotContain("s(x)[9]");
  }

  /** A line beside the smooth of the same number is the smooth's own. */
  @Test
  void a_line_beside_it_leaves_the_bends() {
    Design design = Design.of(table(rows(40)), DesignSpec.formula("y ~ x + s(x, k = 4)"));
    assertThat(design.encoding().names())
        .containsExactly("(Intercept)", "x", "s(x, k = 4)[1]", "s(x, k = 4)[2]");
    assertThat(design.encoding().smooths().getFirst().columns()).containsExactly(2, 3);
    assertThat(design.notes().toString()).contains("1 column left out");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "y ~ s(kind) | column \"kind\": holds text such as \"a\" where numbers are needed",
        "y ~ s(one) | s(one) has one value only, which gives no curve: leave it out",
        "y ~ s(five) | s(five) has 5 different values for 10 knots: give k = 5 or less",
        "y ~ s(x, k = 50) | s(x, k = 50) has 40 different values for 50 knots: give k = 40 or less",
        "y ~ s(x):five | s(x) stands by itself, not in the product s(x):five: use bs(…) or ns(…)",
        "y ~ s(x)*kind | s(x) stands by itself, not in the product s(x):kind",
        "y ~ (s(x) + five)^2 | s(x) stands by itself, not in the product s(x):five",
      })
  void what_gives_no_smooth_is_refused(String formula, String message) {
    assertThatThrownBy(() -> Design.of(table(rows(40)), DesignSpec.formula(formula)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(message);
  }
}
