package org.perrin.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.perrin.cli.fuzz.Fuzz;
import org.perrin.cli.fuzz.Mutator;
import org.perrin.draws.CsvText;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import tools.jackson.databind.json.JsonMapper;

/** Names from strangers on their way to a page, a spreadsheet and a terminal. */
class EscapingFuzzTest {
  private static final Mutator NAMES =
      Mutator.of(Names.HOSTILE.toArray(String[]::new))
          .speaking("<!--", "-->", "<script", "</script", "]]>", "&lt;", "=", "+", "@", "\u2029");

  @Test
  void names_on_a_page_are_the_same_names_and_begin_no_tag() {
    Fuzz.share(
        5,
        Set.of(InputException.class),
        random -> {
          String name = NAMES.text(random);
          var json = JsonMapper.shared().createObjectNode().put("name", name).toString();
          String data = Report.inScript(json);
          assertThat(data).doesNotContain("<", ">", "&", "\u2028", "\u2029");
          var back = JsonMapper.shared().readTree(data);
          assertThat(back.path("name").stringValue()).isEqualTo(name);
          refuse(MessageText.line(name));
        });
  }

  /** What a spreadsheet would run begins with none of its signs, inside quotes or not. */
  @Test
  void names_in_a_table_are_fields_and_not_formulas() {
    Fuzz.share(
        5,
        Set.of(InputException.class),
        random -> {
          String name = NAMES.text(random);
          String field = CsvText.field(name);
          boolean quoted = field.startsWith("\"");
          String inner =
              quoted ? field.substring(1, field.length() - 1).replace("\"\"", "\"") : field;
          assertThat(inner).isIn(List.of(name, "'" + name));
          assertThat(inner).doesNotStartWith("=").doesNotStartWith("+").doesNotStartWith("@");
          assertThat(inner).doesNotStartWith("-").doesNotStartWith("\t").doesNotStartWith("\r");
          if (!quoted) {
            assertThat(inner).doesNotContain(",", "\"", "\n", "\r");
          }
          refuse(name);
        });
  }

  /** A message is one line, whatever it quotes. */
  private static void refuse(String name) {
    throw InputException.of("x.csv", 1, name, "is refused");
  }
}
