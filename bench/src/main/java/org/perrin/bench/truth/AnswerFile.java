package org.perrin.bench.truth;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.zip.CRC32;
import org.perrin.model.Model;
import org.perrin.random.RandomStream;

/**
 * Answers kept in a folder, so that they are worked out once. The name of a file holds a digest of
 * the posterior itself (its potential and prior at a few points, to nine digits) and of where the
 * answer is from: other data, priors or references are another file, other code is not.
 */
final class AnswerFile {
  /** Of the references: what is kept under another is void. */
  private static final int VERSION = 1;

  private static final int POINTS = 3;

  private AnswerFile() {}

  /** The answer to a case, from the folder if it is there. */
  static Answer of(String name, Problem problem, Path folder) {
    Path file = file(name, problem, folder);
    if (Files.exists(file)) {
      return read(file);
    }
    Answer answer = problem.oracle().of(problem.model());
    write(answer, problem.model().names(), file);
    return answer;
  }

  private static Path file(String name, Problem problem, Path folder) {
    String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    return folder.resolve(
        "truth-%s-%08x.csv".formatted(plain, digest(problem.model(), problem.oracle().source())));
  }

  private static long digest(Model model, String source) {
    var text = new StringBuilder("%d %s %s".formatted(VERSION, source, model.names()));
    for (int c = 0; c < POINTS; c++) {
      double[] theta = new double[model.dimension()];
      RandomStream.of(VERSION, c).fillGaussian(theta, theta.length);
      double scale = Math.pow(0.1, c + 1);
      Arrays.setAll(theta, k -> scale * theta[k]);
      text.append(
          String.format(
              Locale.ROOT, " %.8e %.8e", model.potential(theta), model.prior().value(theta)));
    }
    var crc = new CRC32();
    crc.update(text.toString().getBytes(StandardCharsets.UTF_8));
    return crc.getValue();
  }

  private static void write(Answer answer, List<String> names, Path file) {
    List<String> lines = new ArrayList<>();
    lines.add("%s,%s,%s".formatted(answer.source().replace(',', ';'), answer.rhat(), answer.ess()));
    for (int k = 0; k < names.size(); k++) {
      lines.add(text(answer.marginals().get(k)) + "," + names.get(k));
    }
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Path part = file.resolveSibling(file.getFileName() + ".part");
      Files.write(part, lines);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Marginal m) {
    return DoubleStream.of(
            m.mean(),
            m.meanError(),
            m.sd(),
            m.sdError(),
            m.median(),
            m.medianError(),
            m.width(),
            m.widthError())
        .mapToObj(Double::toString)
        .collect(Collectors.joining(","));
  }

  private static Answer read(Path file) {
    try {
      List<String> lines = Files.readAllLines(file);
      String[] head = lines.getFirst().split(",", -1);
      return new Answer(
          head[0].replace(';', ','),
          lines.stream().skip(1).map(AnswerFile::marginal).toList(),
          Double.parseDouble(head[1]),
          Double.parseDouble(head[2]));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Marginal marginal(String line) {
    double[] v =
        Arrays.stream(line.split(",", 9)).limit(8).mapToDouble(Double::parseDouble).toArray();
    return new Marginal(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]);
  }
}
