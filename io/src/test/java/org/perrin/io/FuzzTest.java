package org.perrin.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.io.design.Design;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.formula.Formula;
import org.perrin.io.table.ReadOptions;
import org.perrin.io.table.ReadOptions.Format;
import org.perrin.io.table.Table;

/** Damaged input is read or refused in one line; nothing else is ever thrown. */
class FuzzTest {
  private static final byte[] ODD =
      "\",;\t\n\r'0-+.eE:#{[ NaN?\0\u007f".concat("é🙂").getBytes(UTF_8);

  @TempDir Path folder;

  private static byte[] damaged(byte[] whole, SplittableRandom random) {
    byte[] bytes = whole.clone();
    for (int hits = random.nextInt(1, 6); hits > 0; hits--) {
      bytes[random.nextInt(bytes.length)] = ODD[random.nextInt(ODD.length)];
    }
    return bytes;
  }

  private static void attempt(Runnable work) {
    try {
      work.run();
    } catch (InputException e) {
      assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
    }
  }

  @Test
  void damaged_tables() {
    var random = new SplittableRandom(11);
    byte[] csv =
        "y,x,kind,ok\n1,2.5,a,true\n0,-1e3,\"b, c\",false\n1,NA,a,true\n0,4,d,\n".getBytes(UTF_8);
    byte[] svm = "1 1:2 3:4.5 # c\n-1 2:1e3\n+1 qid:2 1:0.5 2:1\n".getBytes(UTF_8);
    byte[] gzip = Samples.gzip(csv);
    for (int i = 0; i < 300; i++) {
      Path file = Samples.file(folder, "csv", damaged(csv, random));
      ReadOptions text = ReadOptions.detect().format(Format.CSV);
      attempt(() -> Design.of(Table.read(file, text), DesignSpec.target("y")));
      Path sparse = Samples.file(folder, "svm", damaged(svm, random));
      attempt(() -> Table.read(sparse, ReadOptions.detect().format(Format.LIBSVM)));
      Path packed = Samples.file(folder, "gz", damaged(gzip, random));
      attempt(() -> Table.read(packed, text));
    }
  }

  @Test
  void damaged_formulas() {
    var random = new SplittableRandom(12);
    byte[] formula = "log(y) ~ x1*x2 + C(`a b`):I(x^2 - 1/x) - 1 + . + (1 | g)".getBytes(UTF_8);
    byte[] signs = "~+-*/:^()|`.01xCI ".getBytes(UTF_8);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = formula.clone();
      for (int hits = random.nextInt(1, 8); hits > 0; hits--) {
        bytes[random.nextInt(bytes.length)] = signs[random.nextInt(signs.length)];
      }
      attempt(() -> Formula.parse(new String(bytes, UTF_8)));
    }
  }
}
