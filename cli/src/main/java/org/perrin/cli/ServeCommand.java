package org.perrin.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.perrin.io.InputException;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Commands one after another in one process, which stays warm: a program writes a line {@code
 * {"args": ["fit", …]}} to its stdin, and reads from its stdout a line {@code {"err": "…"}} for
 * each line of the command's stderr as it comes, and at the end {@code {"exit": 0, "out": "…"}}. No
 * port is opened. An interrupt ends the process as it ends the command that runs.
 */
@CommandLine.Command(
    name = "serve",
    description = {
      "Runs commands that arrive on stdin, for programs such as the Python package.",
      "Each is a line of JSON, {\"args\": [\"summary\", \"people-fit\"]}; the answer is lines of JSON, the"
          + " last of them with \"exit\" and \"out\". Ends with stdin. See docs/formats.md."
    },
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = "  echo '{\"args\": [\"--version\"]}' | perrin serve")
final class ServeCommand extends Command {
  private static final String END = "";

  @Option(
      names = "--idle",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      defaultValue = "10m",
      description = "End after this long without a command (${DEFAULT-VALUE}).")
  Duration idle;

  @Option(
      names = "--attached",
      description = "End with stdin also within a command, as by an interrupt.")
  boolean attached;

  private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();

  @Override
  void run() {
    Thread.ofPlatform().daemon().name("requests").start(this::listen);
    try {
      for (String line = next(); line != null; line = next()) {
        answer(line);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The next request; null at the end or after a long silence. */
  private String next() throws InterruptedException {
    String line = requests.poll(idle.toMillis(), TimeUnit.MILLISECONDS);
    return END.equals(line) ? null : line;
  }

  private void listen() {
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try {
      in.lines().filter(line -> !line.isBlank()).forEach(requests::add);
    } catch (UncheckedIOException e) {
      // the program at the other end is gone
    }
    if (attached) {
      System.exit(0);
    }
    requests.add(END);
  }

  private void answer(String line) {
    var result = new StringWriter();
    int code;
    try (var errors = new PrintWriter(new Lines())) {
      code = execute(line, new PrintWriter(result), errors);
    }
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    send(answer.put("exit", code).put("out", result.toString()));
  }

  private static int execute(String line, PrintWriter results, PrintWriter errors) {
    try {
      return Main.run(results, errors, arguments(line));
    } catch (InputException e) {
      errors.println("perrin: " + e.getMessage());
      return 2;
    }
  }

  private static String[] arguments(String line) {
    try {
      JsonNode words = JsonMapper.shared().readTree(line).path("args");
      List<String> arguments = new ArrayList<>();
      words.forEach(word -> arguments.add(word.asString()));
      if (arguments.isEmpty() || arguments.getFirst().equals("serve")) {
        throw new InputException("a request is {\"args\": [\"fit\", …]}: name a command");
      }
      return arguments.toArray(String[]::new);
    } catch (JacksonException e) {
      throw new InputException("a request is a line of JSON, {\"args\": [\"fit\", …]}", e);
    }
  }

  private synchronized void send(ObjectNode node) {
    out().println(node);
    out().flush();
  }

  /** Sends every line that is written to it. */
  private final class Lines extends Writer {
    private final StringBuilder pending = new StringBuilder();

    @Override
    public void write(char[] text, int from, int length) {
      pending.append(text, from, length);
      for (int end = pending.indexOf("\n"); end >= 0; end = pending.indexOf("\n")) {
        send(pending.substring(0, end));
        pending.delete(0, end + 1);
      }
    }

    private void send(String line) {
      ServeCommand.this.send(
          JsonNodeFactory.instance.objectNode().put("err", line.stripTrailing()));
    }

    @Override
    public void flush() {
      // lines are sent as they end
    }

    @Override
    public void close() throws IOException {
      if (!pending.isEmpty()) {
        send(pending.toString());
      }
    }
  }
}
