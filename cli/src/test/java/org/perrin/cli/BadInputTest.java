package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * What users get for what they get wrong: one line, exactly this one, and the exit code. The table
 * stands in {@code bad-input.txt}: the command line, the code, the line; {@code @} is the folder of
 * the files.
 */
class BadInputTest {
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  @TempDir static Path folder;

  @BeforeAll
  static void files() throws IOException {
    Cli.people(folder, 300);
    text("empty.csv", "");
    text("header.csv", "a,b,y\n");
    text("ragged.csv", "a,y\n1,0\n2,1,5\n3,0\n");
    text("twice.csv", "a,a,y\n1,2,0\n2,3,1\n");
    text("huge.csv", "a,y\n1,0\n1e400,1\n3,0\n");
    text("nan.csv", "a,y\n1,0\ninf,1\n3,0\n");
    text("word.csv", "a,y\n1,0\n2,1\nthree,0\n" + "4,1\n".repeat(50));
    text("dates.csv", "day,y\n2024-01-01,0\n2024-01-02,1\n2024-01-03,0\n");
    text("gaps.csv", "a,b,y\n1,,0\n2,3,1\n,4,0\n5,6,1\n");
    text("same.csv", "a,y\n1,7\n2,7\n3,7\n");
    text("three.csv", "a,y\n1,red\n2,green\n3,blue\n");
    text("counts.csv", "a,w,y\n1,1,0\n2,-1,3\n3,1,1\n4,1,2\n");
    text("zero.csv", "a,w,y\n1,0,0\n2,0,3\n3,0,1\n4,0,2\n");
    text("alone.csv", "y\n1\n2\n3\n");
    text("quote.csv", "a,y\n\"1,0\n2,1\n");
    text("draws.csv", "this is,not draws\n1,2\n");
    text("cut.csv", "lp__,beta.1\n-1,2\n-1\n");
    Files.write(folder.resolve("binary.csv"), new byte[] {1, 2, 0, 3, 4, 0, 5});
    Files.write(folder.resolve("sheet.xlsx"), new byte[] {'P', 'K', 3, 4, 5, 6, 7, 8});
    Files.createDirectories(folder.resolve("full"));
    text("full/notes.txt", "mine");
    Files.createDirectories(folder.resolve("broken"));
    text("broken/fit.json", "{\"perrin\": ");
  }

  private static void text(String name, String content) {
    Cli.write(folder.resolve(name), content);
  }

  private record Case(String arguments, int code, String line) {}

  private static List<Case> cases() throws IOException {
    List<Case> cases = new ArrayList<>();
    try (var in = BadInputTest.class.getResourceAsStream("bad-input.txt")) {
      List<String> lines =
          new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.isBlank() && !line.startsWith("#"))
              .toList();
      for (int k = 0; k < lines.size(); k += 2) {
        String[] second = lines.get(k + 1).strip().split(" ", 2);
        cases.add(new Case(lines.get(k), Integer.parseInt(second[0]), second[1]));
      }
    }
    return cases;
  }

  private static String[] words(String line) {
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(line.replace("@", folder + "/"));
    while (matcher.find()) {
      words.add(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
    }
    return words.toArray(String[]::new);
  }

  @TestFactory
  Stream<DynamicTest> each_gives_its_line_and_its_code() throws IOException {
    return cases().stream()
        .map(
            c ->
                DynamicTest.dynamicTest(
                    c.arguments(),
                    () -> {
                      Cli result = Cli.run((Object[]) words(c.arguments()));
                      String line = result.err().replace(folder + "/", "@");
                      assertThat(line).isEqualTo("perrin: " + c.line() + "\n");
                      assertThat(result.code()).isEqualTo(c.code());
                      assertThat(result.out()).isEmpty();
                    }));
  }

  @Test
  void there_are_at_least_forty_and_none_leaves_a_file_behind() throws IOException {
    assertThat(cases()).hasSizeGreaterThanOrEqualTo(40);
    cases().forEach(c -> Cli.run((Object[]) words(c.arguments())));
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .noneMatch(name -> name.endsWith(".partial") || name.equals("out"));
    }
  }
}
