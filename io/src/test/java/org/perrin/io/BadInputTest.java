package org.perrin.io;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.io.design.Design;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.design.MissingPolicy;
import org.perrin.io.design.ResponseKind;
import org.perrin.io.draws.CmdStanCsv;
import org.perrin.io.table.Table;

/** Every bad input gives exactly one line; {@code FILE} stands for the path. */
class BadInputTest {
  @TempDir Path folder;

  private final List<DynamicTest> cases = new ArrayList<>();

  private void bad(String name, byte[] content, Consumer<Path> use, String expected) {
    String file = "case" + cases.size() + ".csv";
    cases.add(
        DynamicTest.dynamicTest(
            name,
            () -> {
              Path path = folder.resolve(file);
              if (content != null) {
                Samples.file(folder, file, content);
              }
              Throwable thrown = catchThrowable(() -> use.accept(path));
              assertThat(thrown).isInstanceOf(InputException.class);
              assertThat(thrown.getMessage().replace(path.toString(), "FILE"))
                  .isEqualTo(expected)
                  .doesNotContain("\n");
            }));
  }

  private void read(String name, byte[] content, String expected) {
    bad(name, content, Table::read, expected);
  }

  private void read(String name, String content, String expected) {
    read(name, content.getBytes(UTF_8), expected);
  }

  private void design(String name, String content, DesignSpec spec, String expected) {
    bad(name, content.getBytes(UTF_8), path -> Design.of(Table.read(path), spec), expected);
  }

  private static final DesignSpec Y = DesignSpec.target("y");
  private static final String SMALL = "y,x,kind\n1,2,a\n3,5,b\n2.5,7,a\n";

  @TestFactory
  Stream<DynamicTest> files() {
    read("missing", (byte[]) null, "FILE: there is no such file: check the path");
    bad("folder", null, path -> Table.read(Path.of("src")), "src: is a folder: name a file in it");
    bad(
        "a device",
        null,
        _ -> Table.read("/dev/null"),
        "/dev/null: is a device: save its content to a file first");
    read("empty", "", "FILE: is empty: give a file with a header and rows");
    read(
        "empty inside gzip",
        Samples.gzip(new byte[0]),
        "FILE: is empty: give a file with a header and rows");
    read(
        "blank lines",
        "\n\n\n",
        "FILE: holds blank lines only: give a file with a header and rows");
    read("header only", "y,x\n", "FILE: holds a header and no rows: add rows");
    read("header only without line end", "y,x", "FILE: holds a header and no rows: add rows");
    read(
        "too few fields",
        "y,x\n1,2\n3\n",
        "FILE, line 3: has 1 field, but the first line has 2: correct the line, or quote fields that hold \",\"");
    read(
        "too many fields",
        "y,x\n1,2\n\n3,4,5\n",
        "FILE, line 4: has 3 fields, but the first line has 2: correct the line, or quote fields that hold \",\"");
    read(
        "line after a field of two lines",
        "y;x\n\"a\nb\";2\n3\n",
        "FILE, line 4: has 1 field, but the first line has 2: correct the line, or quote fields that hold \";\"");
    read(
        "unterminated quote",
        "y,x\n1,\"abc\n2,3\n",
        "FILE, line 2: a quoted field is never closed: add the closing quote");
    read(
        "text after a quote",
        "y,x\n1,\"abc\"d\n",
        "FILE, line 2: text follows a closing quote: write quotes inside a field twice");
    read("NUL at once", "y,x\n1,\0\n", "FILE: is not text (byte 6 is NUL): give CSV or Parquet");
    read(
        "NUL later",
        "y,x\n" + "1,2\n".repeat(20000) + "1,\0\n",
        "FILE, line 20002: holds a NUL byte, so it is not text: give CSV or Parquet");
    read(
        "an executable",
        new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0},
        "FILE: is not text (byte 7 is NUL): give CSV or Parquet");
    read("UTF-16", "y,x\n1,2\n".getBytes(UTF_16), "FILE: is in UTF-16: save it as UTF-8");
    read(
        "Latin-1",
        "y,x\n1,2\n2,Zürich\n".getBytes(ISO_8859_1),
        "FILE, line 3: byte 0xfc is not UTF-8: save the file as UTF-8, for instance by iconv -f latin1 -t utf-8");
    read(
        "a zip",
        new byte[] {'P', 'K', 3, 4, 0, 0, 0, 0},
        "FILE: is a zip archive or a spreadsheet: unpack it, or save it as CSV");
    read(
        "bzip2",
        "BZh91AY&SY".getBytes(UTF_8),
        "FILE: is compressed by bzip2 or xz: unpack it, or pack it by gzip");
    read(
        "truncated gzip",
        truncated(),
        "FILE: its gzip stream is cut short or damaged: copy or download it again");
    read(
        "gzip magic only",
        new byte[] {0x1f, (byte) 0x8b},
        "FILE: its gzip stream is cut short or damaged: copy or download it again");
    read(
        "damaged zstd",
        new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 9, 9, 9, 9, 9},
        "FILE: its zstd stream is cut short or damaged: copy or download it again");
    read(
        "duplicate columns",
        "y,x,y\n1,2,3\n",
        "FILE: columns 1 and 3 are both named \"y\": rename one");
    read(
        "blank column name",
        "y,,x\n1,2,3\n",
        "FILE, line 1: column 2 has no name: name it in the header, or write the file without its row names");
    read(
        "damaged Parquet",
        "PAR1 and nothing else",
        "FILE: cannot be read as Parquet (No magic bytes found at end of file 'FILE'): write it again");
    read(
        "damaged JSON",
        "{\"y\": 1}\n{\"y\": \n",
        "FILE: cannot be read as JSON (Malformed JSON in file \"FILE\", at byte 8 in line 3: unexpected end of data): write it again");
    read(
        "gigantic line",
        ("y,x\n1," + "9".repeat(1 << 25)).getBytes(UTF_8),
        "FILE, line 2: a field is longer than 16,777,216 characters: check that its quote is closed");
    read(
        "gigantic header",
        gigantic(),
        "FILE, line 1: is longer than 67,108,864 bytes: check that lines end in a line feed");
    read(
        "LIBSVM token",
        "1 1:2 3:4\n-1 5\n",
        "FILE, line 2: \"5\": features are written index:value; correct the line");
    read(
        "LIBSVM value",
        "1 1:2 3:4\n-1 2:x\n",
        "FILE, line 2: \"x\": a value must be a number; correct the line");
    read(
        "LIBSVM index",
        "1 1:2 3:4\n-1 a:1\n",
        "FILE, line 2: \"a:1\": an index must be a whole number from 1 on; correct the line");
    read(
        "LIBSVM order",
        "1 1:2 3:4\n-1 3:1 3:2\n",
        "FILE, line 2: \"3:2\": indices must increase; correct the line");
    read(
        "LIBSVM label",
        "1 1:2 3:4\nup 3:1\n",
        "FILE, line 2: \"up\": a label must be a number; correct the line");
    read(
        "LIBSVM too wide",
        "1 1:2 3:4\n0 2000000000:1\n",
        "FILE: 2,000,000,000 features are more than 1,000,000: leave out rare ones");
    read(
        "LIBSVM as wide as can be",
        "1 2147483647:1\n",
        "FILE: 2,147,483,647 features are more than 1,000,000: leave out rare ones");
    return cases.stream();
  }

  private static byte[] truncated() {
    byte[] whole = Samples.gzip("y,x\n1,2\n".repeat(1000).getBytes(UTF_8));
    return Arrays.copyOf(whole, whole.length / 2);
  }

  private static byte[] gigantic() {
    byte[] bytes = new byte[(1 << 26) + (1 << 20)];
    Arrays.fill(bytes, (byte) 'a');
    for (int i = 0; i < bytes.length; i += 1000) {
      bytes[i] = ',';
    }
    return bytes;
  }

  @TestFactory
  Stream<DynamicTest> values() {
    design(
        "1e400",
        "y,x\n1,2\n3,1e400\n",
        Y,
        "FILE, line 3, column \"x\": \"1e400\" is beyond the largest number, 1.8e308: correct it, or rescale the column");
    design(
        "NaN",
        "y,x\n1,2\nNaN,3\n",
        Y,
        "FILE, line 3, column \"y\": \"NaN\" is not a finite number: correct it, or leave it empty and leave the rows out");
    design(
        "inf",
        "y,x\n1,2\n2,-inf\n",
        Y,
        "FILE, line 3, column \"x\": \"-inf\" is not a finite number: correct it, or leave it empty and leave the rows out");
    design(
        "text among numbers",
        "y,x\n" + "1,2\n2,3\n".repeat(10) + "3,4o\n",
        Y,
        "FILE, line 22, column \"x\": \"4o\" is not a number, but 20 of 21 values are numbers: correct it, leave the column out, or take its values as levels by C(…) in a formula");
    design(
        "control characters",
        "y,x\n" + "1,2\n2,3\n".repeat(10) + "3,\u001b[31m\n",
        Y,
        "FILE, line 22, column \"x\": \"\\u001b[31m\" is not a number, but 20 of 21 values are numbers: correct it, leave the column out, or take its values as levels by C(…) in a formula");
    design(
        "a long value",
        "y,x\n" + "1,2\n2,3\n".repeat(10) + "3," + "z".repeat(99),
        Y,
        "FILE, line 22, column \"x\": \"zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz…\" is not a number, but 20 of 21 values are numbers: correct it, leave the column out, or take its values as levels by C(…) in a formula");
    design(
        "date",
        "y,when\n1,2024-01-31\n2,2024-02-01\n",
        Y,
        "FILE, column \"when\": a date is no number: compute it by a query, such as year(\"when\") or date_diff('day', DATE '2000-01-01', \"when\"), or leave the column out");
    design(
        "date and time",
        "y,when\n1,2024-01-31T10:00:00Z\n2,2024-02-01 11:30\n",
        Y,
        "FILE, column \"when\": a date is no number: compute it by a query, such as year(\"when\") or date_diff('day', DATE '2000-01-01', \"when\"), or leave the column out");
    design(
        "many levels",
        manyLevels(),
        Y,
        "FILE, column \"id\": has 1,500 different texts, more than a model takes as levels: leave the column out, or give each level an intercept by (1 | id) in a formula");
    design(
        "many pairs of levels",
        manyPairs(),
        DesignSpec.formula("y ~ a*b"),
        "FILE: the term \"a:b\" makes 249,001 columns: use fewer levels");
    design(
        "missing values",
        "y,x,z\n1,,NA\n2,3,4\n3,null,5\n",
        Y,
        "FILE: values are missing in 2 columns of 3 rows (\"x\" 2, \"z\" 1): fill them in, leave the rows out, or leave the columns out");
    design(
        "a single missing value",
        "y,x,z\n1,?,1\n2,3,4\n",
        Y,
        "FILE: values are missing in 1 column of 2 rows (\"x\" 1): fill them in, leave the rows out, or leave the columns out");
    design(
        "no complete row",
        "y,x,z\n1,,1\n2,3,\n",
        Y.missing(MissingPolicy.DROP),
        "FILE: no row is complete: leave the columns out that have missing values, such as \"x\", \"z\"");
    design(
        "constant target",
        "y,x\n1,2\n1,3\n",
        Y,
        "FILE, column \"y\": is \"1\" in all 2 rows, so there is nothing to learn: choose another target");
    design(
        "constant text target",
        "y,x\nno,2\nno,3\n",
        Y,
        "FILE, column \"y\": is \"no\" in all 2 rows, so there is nothing to learn: choose another target");
    design(
        "three levels",
        "y,x\na,2\nb,3\nc,3\n",
        Y.outcome(ResponseKind.BINARY),
        "FILE, column \"y\": has 3 levels (\"a\", \"b\", \"c\"), the model needs two: name the positive level");
    design(
        "seven numbers as classes",
        "y,x\n1,2\n2,3\n3,4\n4,4\n5,5\n6,6\n7,7\n",
        Y.outcome(ResponseKind.BINARY),
        "FILE, column \"y\": has 7 levels (\"1\", \"2\", \"3\", \"4\", \"5\", …), the model needs two: name the positive level");
    design(
        "positive level unknown",
        "y,x\nyes,2\nno,3\nmaybe,4\n",
        Y.positive("Yess"),
        "FILE, column \"y\": has no level \"Yess\" to be the positive one: did you mean \"yes\"?");
    design(
        "positive number unknown",
        "y,x\n1,2\n2,3\n",
        Y.positive("9"),
        "FILE, column \"y\": has no level \"9\" to be the positive one: the levels are \"1\", \"2\"");
    design(
        "count below zero",
        "y,x\n1,2\n-2,3\n",
        Y.outcome(ResponseKind.COUNT),
        "FILE, row 2, column \"y\": -2 is not a count 0, 1, 2, …: use a linear model");
    design(
        "count with decimals",
        "y,x\n1,2\n2.5,3\n",
        Y.outcome(ResponseKind.COUNT),
        "FILE, row 2, column \"y\": 2.5 is not a count 0, 1, 2, …: use a linear model");
    design(
        "text as a number",
        SMALL,
        DesignSpec.target("kind").outcome(ResponseKind.REAL),
        "FILE, column \"kind\": holds text such as \"a\" where numbers are needed: use C(…) for a feature; for a target, use a logistic model");
    design(
        "negative weight",
        "y,x,w\n1,2,1\n2,3,-1\n",
        Y.weights("w"),
        "FILE, row 2, column \"w\": weight -1.0 is negative: correct it");
    design(
        "zero weights",
        "y,x,w\n1,2,0\n2,3,0\n",
        Y.weights("w"),
        "FILE, column \"w\": all weights are zero: choose another column");
    design(
        "log of zero",
        "y,x\n1,2\n2,0\n",
        DesignSpec.formula("y ~ log(x)"),
        "FILE, row 2, column \"x\": \"log(x)\" is -Infinity at 0: correct the value, or choose another function");
    return cases.stream();
  }

  private static String manyPairs() {
    StringBuilder text = new StringBuilder("y,a,b\n");
    IntStream.range(0, 500).forEach(i -> text.append("%d.5,u%d,v%d\n".formatted(i % 7, i, i)));
    return text.toString();
  }

  private static String manyLevels() {
    StringBuilder text = new StringBuilder("y,id\n");
    IntStream.range(0, 1500).forEach(i -> text.append(i % 7).append(",u").append(i).append('\n'));
    return text.toString();
  }

  @TestFactory
  Stream<DynamicTest> roles() {
    design(
        "target misspelt",
        SMALL,
        DesignSpec.target("knid"),
        "FILE: there is no column \"knid\": did you mean \"kind\"?");
    design(
        "target unlike any",
        SMALL,
        DesignSpec.target("outcome"),
        "FILE: there is no column \"outcome\": the columns are \"y\", \"x\", \"kind\"");
    design(
        "feature misspelt",
        SMALL,
        Y.features("x", "kin"),
        "FILE: there is no column \"kin\": did you mean \"kind\"?");
    design(
        "drop misspelt",
        SMALL,
        Y.drop("kinds"),
        "FILE: there is no column \"kinds\": did you mean \"kind\"?");
    design(
        "target as feature",
        SMALL,
        Y.features("x", "y"),
        "column \"y\" is both target and feature: leave it out of the features");
    design(
        "target only",
        "y\n1\n2\n",
        Y,
        "FILE: no column is left besides the target: add features, or drop fewer");
    design(
        "everything dropped",
        SMALL,
        Y.drop("x", "kind").intercept(false),
        "FILE: no column is left besides the target: add features, or drop fewer");
    design(
        "no target",
        SMALL,
        DesignSpec.formula("~ x"),
        "there is no target: name a target, or give a formula \"y ~ …\"");
    design(
        "two targets",
        SMALL,
        twoTargets(),
        "the target is \"y\" in the formula, and \"x\" is named as well: give one of them");
    design(
        "formula and features",
        SMALL,
        DesignSpec.formula("y ~ x").features("x"),
        "a formula and a list of features exclude each other: give one of them");
    design(
        "formula's column",
        SMALL,
        DesignSpec.formula("y ~ x + kid"),
        "FILE: there is no column \"kid\": did you mean \"kind\"?");
    design(
        "intercepts twice",
        SMALL,
        DesignSpec.formula("y ~ x + (1 | kind) + (x | kind)"),
        "formula: there are two of sd(1 | kind): leave one out of (1 + x | kind)");
    design(
        "offset of text",
        SMALL,
        DesignSpec.formula("y ~ x + offset(kind)"),
        "FILE, column \"kind\": holds text, and an offset is a number: choose another column");
    design(
        "offset not there",
        SMALL,
        DesignSpec.formula("y ~ x + offset(log(kid))"),
        "FILE: there is no column \"kid\": did you mean \"kind\"?");
    design(
        "reference not there",
        SMALL,
        DesignSpec.formula("y ~ C(kind, ref = \"zebra\")"),
        "FILE, column \"kind\": has no level \"zebra\" to be the reference: the levels are \"a\", \"b\"");
    design(
        "degree too high",
        "y,x\n1,1\n2.5,2\n3,3\n1,1\n",
        DesignSpec.formula("y ~ poly(x, 3)"),
        "FILE: poly(x, 3) has 3 different values to go through: its degree is at most 2");
    design(
        "polynomial of large numbers",
        "y,x\n1,1e200\n2.5,2e200\n3,3e200\n1,4e200\n",
        DesignSpec.formula("y ~ poly(x, 2)"),
        "FILE: poly(x, 2) runs out of digits: lower its degree, or use other units, as in I(x/1000)");
    design(
        "scale of a constant",
        "y,x\n1,5\n2.5,5\n3,5\n",
        DesignSpec.formula("y ~ scale(x)"),
        "FILE: scale(x) has one value only, which cannot be scaled: leave it out");
    design(
        "spline of a constant",
        "y,x\n1,5\n2.5,5\n3,5\n",
        DesignSpec.formula("y ~ bs(x)"),
        "FILE: bs(x, df = 3) has one value only, which gives no curve: leave it out");
    design(
        "knots at an end",
        "y,x\n1,0\n2.5,0\n3,0\n5,0\n6,1\n",
        DesignSpec.formula("y ~ ns(x, df = 3)"),
        "FILE: ns(x, df = 3) has too many equal values at an end for so many knots: lower df");
    design(
        "curve of text",
        SMALL,
        DesignSpec.formula("y ~ poly(kind, 2)"),
        "FILE, column \"kind\": holds text such as \"a\" where numbers are needed: use C(…) for a feature; for a target, use a logistic model");
    design(
        "everything determined",
        "y,x\n1,0\n2.5,0\n3,0\n",
        DesignSpec.formula("y ~ 0 + x"),
        "FILE: no column is left to learn from: add features or an intercept");
    design(
        "number of text",
        SMALL,
        DesignSpec.formula("y ~ log(kind)"),
        "FILE, column \"kind\": holds text such as \"a\" where numbers are needed: use C(…) for a feature; for a target, use a logistic model");
    design(
        "hostile name",
        "y,\"a\nb\u202e\"\n1,\n2,3\n",
        Y,
        "FILE: values are missing in 1 column of 2 rows (\"a\\nb\\u202e\" 1): fill them in, leave the rows out, or leave the columns out");
    return cases.stream();
  }

  private static DesignSpec twoTargets() {
    return new DesignSpec(
        "x", null, null, null, null, null, null, "y ~ kind", true, MissingPolicy.ERROR);
  }

  @TestFactory
  Stream<DynamicTest> queries() {
    bad(
        "SQL syntax",
        null,
        _ -> Table.sql("SELEC 1"),
        "SQL: syntax error at or near \"SELEC\": correct the query");
    bad(
        "SQL empty",
        null,
        _ -> Table.sql("  "),
        "SQL: the query is empty: write SELECT … FROM 'file'");
    bad(
        "SQL without a table",
        null,
        _ -> Table.sql("CREATE TABLE t (i INT)"),
        "SQL: the query yields no table: end it with a SELECT");
    bad(
        "SQL without rows",
        null,
        _ -> Table.sql("SELECT 1 AS y WHERE false"),
        "SQL: there are no rows: check the query or the file");
    bad(
        "SQL names",
        null,
        _ -> Table.sql("SELECT 1 AS y, 2 AS y"),
        "SQL: columns 1 and 2 are both named \"y\": rename one");
    bad(
        "SQL file",
        null,
        path -> Table.sql("SELECT * FROM '" + path + "'"),
        "SQL: No files found that match the pattern \"FILE\": correct the query");
    bad(
        "SQL date",
        null,
        _ -> Design.of(Table.sql("SELECT i AS y, DATE '2024-01-01' AS d FROM range(3) t(i)"), Y),
        "SQL, column \"d\": a date is no number: compute it by a query, such as year(\"d\") or date_diff('day', DATE '2000-01-01', \"d\"), or leave the column out");
    bad(
        "SQL list",
        null,
        _ -> Design.of(Table.sql("SELECT i AS y, [1, 2] AS d FROM range(3) t(i)"), Y),
        "SQL, column \"d\": a value of type INTEGER[] is no number: compute it by a query, or leave the column out");
    bad(
        "SQL infinity",
        null,
        _ -> Design.of(Table.sql("SELECT i AS y, 'inf'::DOUBLE AS d FROM range(3) t(i)"), Y),
        "SQL, row 1, column \"d\": \"Infinity\" is not a finite number: correct it, or leave it empty and leave the rows out");
    return cases.stream();
  }

  @TestFactory
  Stream<DynamicTest> draws() {
    draws("draws missing", null, "FILE: there is no such file: check the path");
    draws("draws empty", "", "FILE: is empty: give a file with a header and rows");
    draws(
        "draws of something else",
        "a,b\n1,2\n",
        "FILE, line 1: this is not CmdStan's line of columns, which begins with lp__: give draws");
    draws(
        "draws without parameters",
        "lp__,energy__\n1,2\n",
        "FILE, line 1: there are no parameters besides the sampler's columns: give draws");
    draws(
        "draws cut short",
        "# model = m\nlp__,beta.1\n1,2\n1\n",
        "FILE, line 4: has 1 field, but there are 2 columns: the file is cut short or damaged");
    draws(
        "draws damaged",
        "lp__,beta.1\n1,2\n1,two\n",
        "FILE, line 3, column \"beta.1\": \"two\" is not a number: the file is damaged");
    draws(
        "draws of warm-up only",
        "# save_warmup = 1\n# num_warmup = 2\nlp__,b\n1,2\n1,3\n",
        "FILE: holds no draws: give a file of a finished run");
    return cases.stream();
  }

  private void draws(String name, String content, String expected) {
    bad(
        name,
        content == null ? null : content.getBytes(UTF_8),
        path -> CmdStanCsv.read(List.of(path)),
        expected);
  }
}
