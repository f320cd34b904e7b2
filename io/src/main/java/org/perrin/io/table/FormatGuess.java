package org.perrin.io.table;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.perrin.io.InputException;
import org.perrin.io.packed.PackedTable;
import org.perrin.io.table.ReadOptions.Format;

/** What a file is, from its first bytes; its name is not asked. */
final class FormatGuess {
  private static final Pattern LIBSVM =
      Pattern.compile("[-+.\\deE]+(\\s+qid:\\d+)?(\\s+\\d+:\\S+)+\\s*(#.*)?");
  private static final int NUL_WITHIN = 8000;

  private FormatGuess() {}

  static Format of(SourceFile file) {
    byte[] head = file.head();
    if (SourceFile.starts(head, 'P', 'A', 'R', '1')) {
      return Format.PARQUET;
    }
    if (PackedTable.isMarked(head)) {
      return Format.PACKED;
    }
    if (SourceFile.starts(head, 0xff, 0xfe) || SourceFile.starts(head, 0xfe, 0xff)) {
      throw InputException.of(file.name(), "is in UTF-16: save it as UTF-8");
    }
    for (int i = 0; i < Math.min(head.length, NUL_WITHIN); i++) {
      if (head[i] == 0) {
        throw InputException.of(
            file.name(), "is not text (byte %d is NUL): give CSV or Parquet".formatted(i));
      }
    }
    String line = firstLine(head);
    if (line.startsWith("{") || line.startsWith("[{") || line.equals("[")) {
      return Format.JSON;
    }
    return LIBSVM.matcher(line).matches() ? Format.LIBSVM : Format.CSV;
  }

  private static String firstLine(byte[] head) {
    String text = new String(head, 0, Math.min(head.length, 1 << 14), StandardCharsets.UTF_8);
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .findFirst()
        .orElse("");
  }
}
