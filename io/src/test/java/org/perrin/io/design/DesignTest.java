package org.perrin.io.design;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.perrin.io.Samples.table;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.perrin.data.Dataset;
import org.perrin.io.InputException;
import org.perrin.io.table.Table;

class DesignTest {
  private static final String PEOPLE =
      """
      age,kind,member,bought,income,visits
      20,b,yes,no,1000,0
      30,a,no,yes,2000,3
      40,c,yes,yes,1500,1
      50,a,no,no,2500,7
      """;

  private static double[] column(Dataset data, String name) {
    int k = data.names().indexOf(name);
    assertThat(k).as(name + " in " + data.names()).isNotNegative();
    return IntStream.range(0, data.count()).mapToDouble(i -> data.x().get(i, k)).toArray();
  }

  @Test
  void all_other_columns_are_features() {
    Dataset data = Design.of(table(PEOPLE), DesignSpec.target("bought")).data();
    assertThat(data.names())
        .containsExactly("(Intercept)", "age", "kind[b]", "kind[c]", "member", "income", "visits");
    assertThat(data.y()).containsExactly(0, 1, 1, 0);
    assertThat(column(data, "(Intercept)")).containsExactly(1, 1, 1, 1);
    assertThat(column(data, "kind[b]")).containsExactly(1, 0, 0, 0);
    assertThat(column(data, "kind[c]")).containsExactly(0, 0, 1, 0);
    assertThat(column(data, "member")).containsExactly(1, 0, 1, 0);
    assertThat(data.weight()).isNull();
    assertThat(data.offset()).isNull();
  }

  @Test
  void roles_take_columns_from_the_features() {
    DesignSpec spec =
        DesignSpec.target("visits")
            .outcome(ResponseKind.COUNT)
            .drop("kind", "bought")
            .weights("age")
            .offset("log(income)");
    Dataset data = Design.of(table(PEOPLE), spec).data();
    assertThat(data.names()).containsExactly("(Intercept)", "member");
    assertThat(data.weight()).containsExactly(20, 30, 40, 50);
    assertThat(data.offset()[1]).isEqualTo(Math.log(2000));
  }

  @Test
  void features_come_in_the_order_given() {
    DesignSpec spec = DesignSpec.target("age").features("income", "member").intercept(false);
    assertThat(Design.of(table(PEOPLE), spec).data().names()).containsExactly("income", "member");
  }

  @Test
  void positive_levels_of_numbers_text_and_flags() {
    Table table = table("y,t,f,x\n1,a,true,0\n2,b,false,1\n3,c,true,2\n");
    DesignSpec number = DesignSpec.target("y").positive("2.0").features("x");
    assertThat(Design.of(table, number).data().y()).containsExactly(0, 1, 0);
    DesignSpec text = DesignSpec.target("t").positive("c").features("x");
    assertThat(Design.of(table, text).data().y()).containsExactly(0, 0, 1);
    DesignSpec flag = DesignSpec.target("f").positive("no").features("x");
    assertThat(Design.of(table, flag).data().y()).containsExactly(0, 1, 0);
  }

  /** Two rows of every kind, visits and member. */
  private static Table visits() {
    StringBuilder text = new StringBuilder("income,age,kind,member,visits\n");
    for (int i = 0; i < 36; i++) {
      text.append(
          "%d.5,%d,%s,%s,%d%n"
              .formatted(
                  i * i % 17,
                  20 + i * 7 % 31,
                  "abc".charAt(i % 3),
                  i / 3 % 2 == 0 ? "yes" : "no",
                  i / 6 % 3));
    }
    return table(text.toString());
  }

  @Test
  void formulas_compute_and_multiply() {
    DesignSpec spec = DesignSpec.formula("income ~ log(age) + C(visits) + kind:member + age:kind");
    Design design = Design.of(visits(), spec);
    assertThat(design.data().names())
        .containsExactly(
            "(Intercept)",
            "log(age)",
            "visits[1]",
            "visits[2]",
            "kind[a]:member[false]",
            "kind[b]:member[false]",
            "kind[c]:member[false]",
            "kind[a]:member[true]",
            "kind[b]:member[true]",
            "age:kind[a]",
            "age:kind[b]",
            "age:kind[c]");
    assertThat(design.notes())
        .containsExactly(
            "1 column left out, as other columns determine it: \"kind[c]:member[true]\"");
    assertThat(column(design.data(), "log(age)")[3]).isEqualTo(Math.log(41));
    assertThat(Arrays.copyOf(column(design.data(), "kind[b]:member[true]"), 8))
        .containsExactly(0, 1, 0, 0, 0, 0, 0, 1);
    assertThat(Arrays.copyOf(column(design.data(), "age:kind[b]"), 5))
        .containsExactly(0, 27, 0, 0, 48);
  }

  /** The first level has a slope of its own, as in R; its slope was fixed at 0 before. */
  @Test
  void every_level_has_a_slope_where_there_is_no_common_one() {
    Dataset data = Design.of(visits(), DesignSpec.formula("income ~ kind + age:kind")).data();
    assertThat(data.names())
        .containsExactly(
            "(Intercept)", "kind[b]", "kind[c]", "age:kind[a]", "age:kind[b]", "age:kind[c]");
  }

  @Test
  void names_are_as_typed() {
    DesignSpec spec =
        DesignSpec.formula(
            "income ~ poly(age, 2) + scale(age) + C(kind, ref = \"b\") + ns(age, df = 1):member");
    assertThat(Design.of(visits(), spec).data().names())
        .containsExactly(
            "(Intercept)",
            "poly(age, 2)[1]",
            "poly(age, 2)[2]",
            "kind[a]",
            "kind[c]",
            "ns(age, df = 1):member[false]");
  }

  @Test
  void empty_cells_are_left_out_with_a_note() {
    Table table = table("y,g,h\n1,a,u\n2,a,v\n4,b,u\n3,b,v\n5,c,u\n7,a,u\n2,b,v\n1,c,u\n3,a,v\n");
    Design design = Design.of(table, DesignSpec.formula("y ~ g*h").outcome(ResponseKind.REAL));
    assertThat(design.data().names())
        .containsExactly("(Intercept)", "g[b]", "g[c]", "h[v]", "g[b]:h[v]");
    assertThat(design.notes())
        .containsExactly("1 column left out, as other columns determine it: \"g[c]:h[v]\"");
    Encoding again = Encoding.fromJson(design.encoding().toJson());
    double[] row = new double[5];
    again.apply(table("g,h\nb,v\n"), MissingPolicy.ERROR).data().x().copy(0, row);
    assertThat(row).containsExactly(1, 1, 0, 1, 1);
  }

  /** Priors tell apart what few rows cannot, so only what holds beyond these rows is left out. */
  @Test
  void more_columns_than_rows_are_kept() {
    Table table = table("y,a,b,c,d,z\n1,2,3,5,1,0\n2,7,1,1,4,0\n4,1,1,2,2,0\n");
    Design design = Design.of(table, DesignSpec.formula("y ~ .").outcome(ResponseKind.REAL));
    assertThat(design.data().names()).containsExactly("(Intercept)", "a", "b", "c", "d");
    assertThat(design.notes())
        .containsExactly("1 column left out, as other columns determine it: \"z\"");
  }

  /** A term that is left out altogether needs no column in new rows; features are as they are. */
  @Test
  void determined_terms_are_not_asked_for_again() {
    String text =
        "y,x,double,when\n1,2,4,1700000001\n2,3,6,1700000009\n4,1,2,1700000004\n8,5,10,1700000003\n3,3,6,1700000002\n";
    Design design = Design.of(table(text), DesignSpec.formula("y ~ ."));
    assertThat(design.data().names()).containsExactly("(Intercept)", "x", "when");
    assertThat(design.encoding().inputs()).containsExactly("x", "when");
    Design features = Design.of(table(text), DesignSpec.target("y"));
    assertThat(features.data().names()).containsExactly("(Intercept)", "x", "double", "when");
    assertThat(features.notes()).isEmpty();
  }

  @Test
  void offsets_in_the_formula_and_beside_it_add_up() {
    DesignSpec spec =
        DesignSpec.formula("visits ~ age + offset(log(income)) + offset(2*age)").offset("income");
    Design design = Design.of(table(PEOPLE), spec.outcome(ResponseKind.COUNT));
    assertThat(design.data().names()).containsExactly("(Intercept)", "age");
    assertThat(design.data().offset()[1]).isEqualTo(2000 + Math.log(2000) + 60);
    Encoding again = Encoding.fromJson(design.encoding().toJson());
    Design other = again.apply(table("age,income\n1,10\n"), MissingPolicy.ERROR);
    assertThat(other.data().offset()).containsExactly(10 + Math.log(10) + 2);
  }

  @Test
  void without_an_intercept_the_first_levels_are_complete() {
    Dataset data =
        Design.of(table(PEOPLE), DesignSpec.formula("income ~ 0 + kind + C(visits)")).data();
    assertThat(data.names())
        .containsExactly("kind[a]", "kind[b]", "kind[c]", "visits[1]", "visits[3]", "visits[7]");
    assertThat(column(data, "kind[a]")).containsExactly(0, 1, 0, 1);
  }

  @Test
  void the_response_may_be_computed() {
    Design design = Design.of(table(PEOPLE), DesignSpec.formula("log(income) ~ age"));
    assertThat(design.data().y()[0]).isEqualTo(Math.log(1000));
    assertThat(design.encoding().response().name()).isEqualTo("log(income)");
  }

  @Test
  void incomplete_rows_can_be_left_out() {
    Table table = table("y,x,unused\n1,2,\n3,,1\n5,6,\n4,1,\n");
    DesignSpec spec = DesignSpec.target("y").features("x").missing(MissingPolicy.DROP);
    Design design = Design.of(table, spec);
    assertThat(design.rows()).containsExactly(0, 2, 3);
    assertThat(design.data().y()).containsExactly(1, 5, 4);
    assertThat(column(design.data(), "x")).containsExactly(2, 6, 1);
    assertThat(design.notes()).containsExactly("1 of 4 rows left out for missing values");
  }

  @Test
  void levels_of_rows_left_out_are_none() {
    Table table = table("y,kind,x\na,u,1\nb,v,2\nc,w,\na,v,4\n");
    DesignSpec spec = DesignSpec.target("y").missing(MissingPolicy.DROP);
    Design design = Design.of(table, spec);
    assertThat(design.data().names()).containsExactly("(Intercept)", "kind[v]", "x");
    assertThat(design.data().y()).containsExactly(0, 1, 0);
    assertThat(column(design.data(), "kind[v]")).containsExactly(0, 1, 1);
  }

  @Test
  void many_levels_are_told_with_what_else_there_is() {
    String text =
        "y,`the town`,few\n"
            + IntStream.range(0, 200)
                .mapToObj(i -> "%d.5,t%d,f%d\n".formatted(i % 7, i % 30, i % 3))
                .collect(joining());
    Design design = Design.of(table(text.replace("`", "")), DesignSpec.target("y"));
    assertThat(design.notes())
        .containsExactly(
            "\"the town\" has 30 levels, each with a coefficient: (1 | `the town`) in a formula lets rare ones borrow from the others");
  }

  @Test
  void a_bad_column_can_be_left_out() {
    Table table = table("y,when,bad\n1.5,2024-01-01,inf\n2,2024-01-02,1\n3,2024-01-03,2\n");
    DesignSpec spec = DesignSpec.formula("y ~ 1");
    assertThat(Design.of(table, spec).data().names()).containsExactly("(Intercept)");
  }

  @Test
  void a_column_of_one_level_is_left_out_with_a_note() {
    Table table = table("y,x,z\n1,a,1\n2,a,2\n3.5,a,3\n");
    Design design = Design.of(table, DesignSpec.target("y"));
    assertThat(design.data().names()).containsExactly("(Intercept)", "z");
    assertThat(design.notes()).containsExactly("\"x\" has one level only and is left out");
  }

  @Test
  void text_among_numbers_may_be_levels_on_request() {
    String text = "y,x\n" + "1,1\n2,2\n3,1\n".repeat(10) + "4,other\n";
    Dataset data = Design.of(table(text), DesignSpec.formula("y ~ C(x)")).data();
    assertThat(data.names()).containsExactly("(Intercept)", "x[2]", "x[other]");
  }

  @Test
  void too_large_a_design_is_one_line() {
    String text = "y,x\n" + "1,1\n2,3\n".repeat(10);
    Design design = Design.of(table(text), DesignSpec.target("y"));
    assertThat(design.data().count()).isEqualTo(20);
    assertThatThrownBy(() -> Design.of(table(text), DesignSpec.formula("y ~ exp(x*1000)")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("row 1, column \"x\": \"exp(x*1000)\" is Infinity at 1");
  }
}
