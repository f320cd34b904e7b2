package org.perrin.cli.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Damages good inputs. A seed of the corpus is changed a few times (two on average): a piece is cut
 * out, said again (up to 2,000 times), taken from another seed, or replaced by a word that parsers
 * trip over; sometimes the end is missing.
 */
public final class Mutator {
  private static final List<String> WORDS =
      List.of(
          "\"",
          "\"\"",
          "'",
          ",",
          ";",
          "\t",
          "\n",
          "\r",
          "\r\n",
          "\0",
          "\u007f",
          "\ufeff",
          "é",
          "🙂",
          "#",
          "=",
          "~",
          "+",
          "-",
          "*",
          "/",
          "^",
          ":",
          "|",
          "(",
          ")",
          "[",
          "]",
          "{",
          "}",
          "`",
          ".",
          "_",
          "<",
          ">",
          "&",
          "\\",
          "\\u0000",
          "null",
          "true",
          "[]",
          "{}",
          "NaN",
          "-inf",
          "NA",
          "?",
          "0",
          "-1",
          "1e999",
          "-1e-999",
          "1e",
          "0x1p3",
          "2147483647",
          "-2147483648",
          "4294967296",
          "9223372036854775807",
          "1".repeat(400),
          "=cmd|' /C calc'!A0",
          "</script>",
          "\u2028",
          "{{");

  private final List<byte[]> corpus;
  private final List<String> language;

  private Mutator(List<byte[]> corpus, List<String> language) {
    this.corpus = corpus;
    this.language = language;
  }

  /** Of texts. */
  public static Mutator of(String... seeds) {
    return new Mutator(List.of(seeds).stream().map(s -> s.getBytes(UTF_8)).toList(), WORDS);
  }

  /** Of bytes. */
  public static Mutator of(List<byte[]> seeds) {
    return new Mutator(List.copyOf(seeds), WORDS);
  }

  /** With words of the inputs' language, which every other word will be taken from. */
  public Mutator speaking(String... words) {
    return new Mutator(corpus, List.of(words));
  }

  /** A damaged text; broken characters become replacement characters. */
  public String text(SplittableRandom random) {
    return new String(bytes(random), UTF_8);
  }

  /** Damaged bytes. */
  public byte[] bytes(SplittableRandom random) {
    byte[] bytes = any(random);
    do {
      bytes = hit(bytes, random);
    } while (random.nextBoolean());
    return random.nextInt(10) == 0 ? part(bytes, 0, random.nextInt(bytes.length + 1)) : bytes;
  }

  /** Bytes of which a few that stand together are others, so that lengths still agree. */
  public byte[] overwritten(SplittableRandom random) {
    byte[] bytes = any(random).clone();
    int from = random.nextInt(bytes.length);
    int to = Math.min(bytes.length, from + random.nextInt(1, 9));
    for (int i = from; i < to; i++) {
      bytes[i] = (byte) random.nextInt();
    }
    return bytes;
  }

  private byte[] any(SplittableRandom random) {
    return corpus.get(random.nextInt(corpus.size()));
  }

  private byte[] hit(byte[] bytes, SplittableRandom random) {
    int from = random.nextInt(bytes.length + 1);
    int to = Math.min(bytes.length, from + random.nextInt(12));
    return switch (random.nextInt(6)) {
      case 0 -> join(bytes, from, new byte[0], 1, to);
      case 1 -> join(bytes, from, part(bytes, from, to), repeats(random), from);
      case 2 -> {
        byte[] other = any(random);
        int at = random.nextInt(other.length + 1);
        int end = Math.min(other.length, at + random.nextInt(40));
        yield join(bytes, from, part(other, at, end), 1, to);
      }
      case 3 -> join(bytes, from, new byte[] {(byte) random.nextInt()}, 1, Math.max(from, to - 1));
      case 4 -> join(bytes, from, word(random), repeats(random), from);
      default -> join(bytes, from, word(random), 1, to);
    };
  }

  private byte[] word(SplittableRandom random) {
    List<String> from = random.nextBoolean() ? language : WORDS;
    return from.get(random.nextInt(from.size())).getBytes(UTF_8);
  }

  /** Once most times, since long inputs are slow. */
  private static int repeats(SplittableRandom random) {
    return random.nextInt(40) == 0 ? random.nextInt(2000) : 1;
  }

  private static byte[] part(byte[] bytes, int from, int to) {
    return java.util.Arrays.copyOfRange(bytes, from, to);
  }

  private static byte[] join(byte[] bytes, int from, byte[] middle, int times, int to) {
    var out = new ByteArrayOutputStream();
    out.write(bytes, 0, from);
    for (int i = 0; i < times; i++) {
      out.writeBytes(middle);
    }
    out.write(bytes, to, bytes.length - to);
    return out.toByteArray();
  }
}
