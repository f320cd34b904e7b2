package org.perrin.cli.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.io.InputException;
import org.perrin.io.design.Design;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.draws.CmdStanCsv;
import org.perrin.io.table.ReadOptions;
import org.perrin.io.table.ReadOptions.Format;
import org.perrin.io.table.Table;

/** Tables and draws as files. */
class FileFuzzTest {
  private static final String CSV =
      "y,x,kind,ok\n1,2.5,a,true\n0,-1e3,\"b, c\",false\n1,NA,a,true\n0,4,d,\n";
  private static final Mutator TABLES =
      Mutator.of(
          CSV,
          "y;x\n1,5;2\n0,25;1e2\n",
          "y\tx\n1\t2\n0\t3\n",
          "1,2,3\n4,5,6\n",
          "y;x;z\n1.234;1,5;12%\n2.345.678;0,25;7%\n",
          "y,x,z\n\"5,914\",$3,-\n\"1,234.5\",$4,2\n3,$1,.\n",
          "\ufeffy,x\r\n1,\"a \"\"b\"\"\"\r\n0,\"c\nd\"\r\n");
  private static final Mutator SPARSE =
      Mutator.of("1 1:2 3:4.5 # c\n-1 2:1e3\n+1 qid:2 1:0.5 2:1\n", "0 0:1\n1 900:2\n");
  private static final Mutator DRAWS =
      Mutator.of(
          "# model = m\n# names = [\"a\",\"b\"]\n#   save_warmup = 0\nlp__,beta.1,beta.2\n"
              + "# Step size = 1\n0,1.5,-2e3\n0,nan,inf\n#\n#  Elapsed Time: 0 seconds\n",
          "# save_warmup = 1 (Default)\n# num_warmup = 1\n# thin = 2\nlp__,x,y.1.2\n1,2,3\n4,5,6\n");

  @TempDir Path folder;

  private void files(int percent, Mutator mutator, Consumer<Path> reader) {
    Path file = folder.resolve("input");
    Fuzz.share(
        percent,
        Set.of(InputException.class),
        random -> {
          write(file, mutator.bytes(random));
          reader.accept(file);
        });
  }

  static void write(Path file, byte[] bytes) {
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ReadOptions as(Format format) {
    return ReadOptions.detect().format(format);
  }

  @Test
  void csv() {
    files(
        10,
        TABLES,
        file -> Design.of(Table.read(file, as(Format.CSV)), DesignSpec.target("y")).data());
  }

  @Test
  void whatever_it_is() {
    files(3, TABLES, file -> Table.read(file, ReadOptions.detect()));
  }

  @Test
  void gzip() {
    var mutator = Mutator.of(List.of(packed(CSV), packed(CSV.repeat(50))));
    files(4, mutator, file -> Table.read(file, as(Format.CSV)));
  }

  @Test
  void libsvm() {
    files(8, SPARSE, file -> Table.read(file, as(Format.LIBSVM)));
  }

  @Test
  void draws_of_cmdstan() {
    files(8, DRAWS, file -> CmdStanCsv.read(List.of(file)));
  }

  private static byte[] packed(String text) {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
