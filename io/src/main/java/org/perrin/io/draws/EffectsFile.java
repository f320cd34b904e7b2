package org.perrin.io.draws;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.perrin.draws.Draws;
import org.perrin.io.InputException;
import org.perrin.io.design.Encoding;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Draws of the effects of groups, four bytes a number: {@code docs/formats.md} says what it looks
 * like. Some draws are kept, evenly spread over all chains, or all.
 */
public final class EffectsFile {
  /** Of a folder. */
  public static final String NAME = "effects.bin";

  private static final byte[] MAGIC = "PERRINGE".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 1;
  private static final int FIXED = 16;

  private EffectsFile() {}

  /**
   * Writes the last parameters of at most {@code most} draws.
   *
   * @param from the first parameter that is an effect
   */
  public static void write(Path path, Draws draws, int from, int most, Encoding encoding) {
    int[] kept = kept(draws.count(), most);
    byte[] header = header(kept, encoding).toString().getBytes(StandardCharsets.UTF_8);
    var crc = new CRC32C();
    try (OutputStream file = Files.newOutputStream(path);
        var out = new CheckedOutputStream(new BufferedOutputStream(file, 1 << 16), crc)) {
      out.write(MAGIC);
      out.write(little(8).putInt(VERSION).putInt(header.length).array());
      out.write(header);
      ByteBuffer numbers = little(4 * (draws.dimension() - from));
      for (int k : kept) {
        double[] draw = draws.draw(k);
        numbers.clear();
        for (int e = from; e < draw.length; e++) {
          numbers.putFloat((float) draw[e]);
        }
        out.write(numbers.array());
      }
      out.write(little(4).putInt((int) crc.getValue()).array());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + path, e);
    }
  }

  /** Numbers of draws, {@code ⌊s count/most⌋}: those that predictions by so many draws use. */
  private static int[] kept(int count, int most) {
    int some = Math.min(count, most);
    return IntStream.range(0, some).map(s -> (int) ((long) s * count / some)).toArray();
  }

  private static ByteBuffer little(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static ObjectNode header(int[] kept, Encoding encoding) {
    ObjectNode root = JsonMapper.shared().createObjectNode();
    ArrayNode terms = root.putArray("terms");
    for (Encoding.Placed placed : encoding.allGroups()) {
      ObjectNode term = terms.addObject().put("parameter", placed.parameter());
      term.put("group", placed.term().by().name());
      placed.term().columns().forEach(term.putArray("columns")::add);
      ArrayNode levels = term.putArray("levels");
      IntStream.range(0, placed.term().by().count())
          .forEach(j -> levels.add(placed.term().by().level(j)));
    }
    ArrayNode draws = root.putArray("draws");
    IntStream.of(kept).forEach(draws::add);
    return root;
  }

  /** The draws of all other parameters whose effects are there, with their effects. */
  public static Draws join(Path path, Draws others, List<String> effects) {
    var crc = new CRC32C();
    try (InputStream file = Files.newInputStream(path);
        var in = new CheckedInputStream(new BufferedInputStream(file, 1 << 16), crc)) {
      ByteBuffer fixed = read(in, FIXED);
      byte[] magic = new byte[MAGIC.length];
      fixed.get(magic);
      if (!java.util.Arrays.equals(magic, MAGIC) || fixed.getInt() != VERSION) {
        throw damaged(path, null);
      }
      int length = fixed.getInt();
      if (length < 0 || length > Files.size(path)) {
        throw damaged(path, null);
      }
      JsonNode header = JsonMapper.shared().readTree(read(in, length).array());
      int[] kept = new int[header.path("draws").size()];
      for (int s = 0; s < kept.length; s++) {
        kept[s] = header.path("draws").get(s).intValue();
      }
      Draws joined = join(in, kept, others, effects);
      long sum = crc.getValue();
      if (read(in, 4).getInt() != (int) sum) {
        throw damaged(path, null);
      }
      return joined;
    } catch (IOException | JacksonException | IndexOutOfBoundsException e) {
      throw damaged(path, e);
    }
  }

  private static InputException damaged(Path path, Exception e) {
    return new InputException(path + " is damaged: fit again", e);
  }

  private static Draws join(InputStream in, int[] kept, Draws others, List<String> effects)
      throws IOException {
    List<String> names = new ArrayList<>(others.names());
    names.addAll(effects);
    int d = names.size();
    List<Draws.Chain> chains = new ArrayList<>();
    int first = 0;
    int s = 0;
    for (Draws.Chain chain : others.chains()) {
      int from = s;
      while (s < kept.length && kept[s] < first + chain.count()) {
        s++;
      }
      double[] values = new double[Math.multiplyExact(s - from, d)];
      for (int t = from; t < s; t++) {
        int at = (t - from) * d;
        System.arraycopy(chain.draw(kept[t] - first), 0, values, at, others.dimension());
        ByteBuffer numbers = read(in, 4 * effects.size());
        for (int e = others.dimension(); e < d; e++) {
          values[at + e] = numbers.getFloat();
        }
      }
      if (s > from) {
        chains.add(Draws.Chain.of(d, values));
      }
      first += chain.count();
    }
    return new Draws(names, chains);
  }

  private static ByteBuffer read(InputStream in, int bytes) throws IOException {
    ByteBuffer buffer = little(bytes);
    if (in.readNBytes(buffer.array(), 0, bytes) < bytes) {
      throw new IOException("the file ends too early");
    }
    return buffer;
  }
}
