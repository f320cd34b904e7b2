package org.perrin.io.table;

import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.perrin.io.InputException;

/** The characters of a file in UTF-8, a byte order mark left out; other bytes are an error. */
final class Utf8Reader extends Reader {
  private final SourceFile file;
  private final TextBlocks blocks;
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT);
  private ByteBuffer bytes = ByteBuffer.allocate(0);
  private TextBlocks.@Nullable Block block;
  private int carried;
  private boolean started;
  private boolean ended;

  /** All but the first {@code skipped} lines. */
  Utf8Reader(SourceFile file, long skipped) {
    this.file = file;
    this.started = skipped > 0;
    this.blocks = TextBlocks.of(file, skipped);
  }

  @Override
  public int read(char[] target, int offset, int length) {
    CharBuffer out = CharBuffer.wrap(target, offset, length);
    while (out.position() == offset && length > 0) {
      CoderResult result = decoder.decode(bytes, out, ended);
      if (result.isError()) {
        throw malformed();
      }
      if (result.isUnderflow() && out.position() == offset) {
        if (ended) {
          return -1;
        }
        refill();
      } else if (out.position() == offset) {
        break;
      }
    }
    return out.position() - offset;
  }

  /** The next block behind the bytes of a character that the last one cut in two. */
  private void refill() {
    TextBlocks.Block next = blocks.next();
    if (next == null) {
      ended = true;
      return;
    }
    carried = bytes.remaining();
    if (carried == 0) {
      bytes = ByteBuffer.wrap(next.bytes(), 0, next.length());
    } else {
      ByteBuffer joined = ByteBuffer.allocate(carried + next.length());
      joined.put(bytes).put(next.bytes(), 0, next.length()).flip();
      bytes = joined;
    }
    block = next;
    if (!started && SourceFile.starts(next.bytes(), 0xef, 0xbb, 0xbf)) {
      bytes.position(3);
    }
    started = true;
  }

  private InputException malformed() {
    long line = block.line();
    for (int i = 0; i < bytes.position() - carried; i++) {
      line += block.bytes()[i] == '\n' ? 1 : 0;
    }
    return InputException.of(
        file.name(),
        line,
        "byte 0x%02x is not UTF-8: save the file as UTF-8, for instance by iconv -f latin1 -t utf-8"
            .formatted(bytes.get(bytes.position())));
  }

  @Override
  public void close() {
    blocks.close();
  }
}
