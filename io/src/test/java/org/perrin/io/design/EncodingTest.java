package org.perrin.io.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.perrin.io.Samples.table;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.io.InputException;
import org.perrin.io.table.Table;

class EncodingTest {
  @Test
  void rows_are_judged_and_the_others_are_as_ever() {
    Encoding encoding =
        Design.of(table("y,k,x\nyes,a,1\nno,b,2\nyes,b,3\n"), DesignSpec.target("y")).encoding();
    CheckedDesign judged =
        encoding.applyWhereKnown(table("y,k,x\nyes,a,1\nyes,c,2\nyes,b,\nyes,b,4\n"));
    assertThat(judged.problem(0)).isNull();
    assertThat(judged.problem(1)).isEqualTo("\"k\" has the new level \"c\"");
    assertThat(judged.problem(2)).isEqualTo("\"x\" is missing");
    assertThat(judged.design().rows()).containsExactly(0, 3);
    assertThat(judged.design().data().y()).containsExactly(1, 1);
    CheckedDesign good = encoding.applyWhereKnown(table("k,x\na,1\n"));
    assertThat(good.problems()).isNull();
    assertThat(good.note()).isNull();
    CheckedDesign other = encoding.applyWhereKnown(table("y,k,x\nyes,a,1\nmaybe,a,2\n"));
    assertThat(other.design().data().responses()).isNull();
    assertThat(other.design().notes().getFirst()).startsWith("the target has levels that were not");
  }

  private static final String FITTED =
      "y,x,kind,ok,w,e\nno,1,a,true,1,2\nyes,2,b,false,1,3\nno,3,c,true,2,4\nyes,4,a,false,1,5\n";

  private static Encoding fit(DesignSpec spec) {
    return Design.of(table(FITTED), spec).encoding();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "y ~ x + kind + ok",
        "y ~ 0 + kind",
        "log(x) ~ C(e)*ok + kind:w",
        "e ~ I(x^2) + `w`",
        "y ~ poly(x, 2) + C(kind, ref = \"b\"):ok",
        "y ~ 0 + scale(x) + ns(w, df = 1) + bs(x, degree = 1) + offset(x)",
        "y ~ s(x, k = 4) + kind"
      })
  void json_reads_back(String formula) {
    Encoding encoding = fit(DesignSpec.formula(formula).weights("w").offset("log(e)"));
    assertThat(Encoding.fromJson(encoding.toJson())).isEqualTo(encoding);
    Encoding plain = fit(DesignSpec.target("y"));
    assertThat(Encoding.fromJson(plain.toJson())).isEqualTo(plain);
    Encoding count = fit(DesignSpec.target("e").outcome(ResponseKind.COUNT));
    assertThat(Encoding.fromJson(count.toJson())).isEqualTo(count);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{}", "[]", "{\"response\":{},\"intercept\":true,\"terms\":[]}"})
  void damaged_json_is_one_line(String json) {
    assertThatThrownBy(() -> Encoding.fromJson(json))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("encoding: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      quoteCharacter = '\0',
      value = {
        "\"dropped\":[1] => \"dropped\":[0]",
        "\"dropped\":[1] => \"dropped\":[9]",
        "\"dropped\":[1] => \"dropped\":[\"x\"]",
        "[2.5, => [",
        "[2.5, => [\"a\",",
        "[1.0,2.0] => [2.0,1.0]",
        "[1.0,2.0] => []",
        "poly(x, 1) => log(x)"
      })
  void damaged_columns_are_one_line(String whole, String damaged) {
    Encoding encoding = fit(DesignSpec.formula("e ~ poly(x, 1) + bs(w, degree = 1)"));
    Encoding dropped =
        new Encoding(
            encoding.response(),
            true,
            encoding.terms(),
            null,
            null,
            List.of(),
            List.of(1),
            java.util.Map.of(),
            List.of());
    String json = dropped.toJson();
    assertThat(json).contains(whole);
    assertThat(Encoding.fromJson(json)).isEqualTo(dropped);
    damaged_json_is_one_line(json.replace(whole, damaged));
  }

  /** Fits of earlier versions say nothing of columns that are left out, nor of full flags. */
  @Test
  void older_encodings_are_read() {
    String json =
        "{\"response\":{\"real\":\"y\"},\"intercept\":true,\"terms\":[[{\"number\":\"x\"}],[{\"flag\":\"ok\"}]],\"weights\":null,\"offset\":null}";
    Encoding encoding = Encoding.fromJson(json);
    assertThat(encoding.names()).containsExactly("(Intercept)", "x", "ok");
    assertThat(encoding.dropped()).isEmpty();
  }

  @Test
  void fitted_data_give_the_same_rows_again() {
    Design design = Design.of(table(FITTED), DesignSpec.formula("y ~ x*kind + sqrt(e) + ok"));
    Design again = design.encoding().apply(table(FITTED), MissingPolicy.ERROR);
    assertThat(again.data().x()).isEqualTo(design.data().x());
    assertThat(again.data().y()).isEqualTo(design.data().y());
    assertThat(again.data().names()).isEqualTo(design.data().names());
  }

  @Test
  void new_data_may_lack_levels_and_the_target() {
    Encoding encoding = fit(DesignSpec.formula("y ~ x + kind + ok"));
    Design design = encoding.apply(table("ok,kind,x\ntrue,c,7\ntrue,c,8\n"), MissingPolicy.ERROR);
    assertThat(design.data().y()).isNull();
    assertThat(design.data().names())
        .isEqualTo(List.of("(Intercept)", "x", "kind[b]", "kind[c]", "ok"));
    double[] row = new double[5];
    design.data().x().copy(0, row);
    assertThat(row).containsExactly(1, 7, 0, 1, 1);
  }

  @Test
  void new_data_may_lack_values() {
    Encoding encoding = fit(DesignSpec.formula("y ~ x + kind"));
    Table table = table("y,x,kind\nyes,1,a\n,2,b\nno,,c\n");
    assertThatThrownBy(() -> encoding.apply(table, MissingPolicy.ERROR))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("values are missing in 1 column of 3 rows (\"x\" 1)");
    Design design = encoding.apply(table, MissingPolicy.DROP);
    assertThat(design.rows()).containsExactly(0, 1);
    assertThat(design.data().y()).isNull();
    assertThat(design.notes()).hasSize(2);
  }

  @Test
  void what_new_data_must_not_do() {
    Encoding encoding = fit(DesignSpec.formula("y ~ x + kind + ok + C(e)"));
    refused(encoding, "x,kind,ok,e\n1,d,true,2\n", "row 1, column \"kind\": level \"d\" was not");
    refused(encoding, "x,kind,ok,e\n1,a,true,2\n1,a,true,9\n", "row 2, column \"e\": level \"9\"");
    refused(encoding, "x,kind,ok,e\nbig,a,true,2\n", "column \"x\": holds text such as \"big\"");
    refused(encoding, "x,kind,ok,e\n1,a,perhaps,2\n", "\"perhaps\" is neither true nor false");
    refused(encoding, "x,kind,ok,e\n1,a,2,2\n", "2 is neither true nor false");
    refused(encoding, "x,kin,ok,e\n1,a,true,2\n", "which the model was fitted with, is not there");
    refused(encoding, "x,kin,ok,e\n1,a,true,2\n", "did you mean \"kin\"?");
    refused(encoding, "y,x,kind,ok,e\nmaybe,1,a,true,2\n", "column \"y\": level \"maybe\" was not");
  }

  private static void refused(Encoding encoding, String text, String message) {
    assertThatThrownBy(() -> encoding.apply(table(text), MissingPolicy.ERROR))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(message);
  }
}
