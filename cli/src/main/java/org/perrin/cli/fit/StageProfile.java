package org.perrin.cli.fit;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.perrin.cli.console.TextTable;

/**
 * Where the time of a command goes: seconds by the clock and of the processors, stage by stage,
 * beginning with the start of Java. Processor time counts all threads, those of Java's compilers
 * too.
 */
public final class StageProfile {
  /** What comes before the first stage. */
  private static final String START = "start";

  private static final int BAR = 30;

  private final Map<String, Duration[]> stages = new LinkedHashMap<>();
  private String now = START;
  private final long begin;
  private long since;
  private Duration used = Duration.ZERO;

  /** Of this process. */
  public StageProfile() {
    this(System.nanoTime());
  }

  StageProfile(long begin) {
    this.begin = begin;
    this.since = begin;
  }

  /** A stage begins, and the one before it ends. */
  public void stage(String name) {
    ProcessHandle.Info process = ProcessHandle.current().info();
    stage(name, System.nanoTime(), process.totalCpuDuration().orElse(Duration.ZERO));
  }

  void stage(String name, long time, Duration cpu) {
    var spent = new Duration[] {Duration.ofNanos(time - since), cpu.minus(used)};
    stages.merge(now, spent, (a, b) -> new Duration[] {a[0].plus(b[0]), a[1].plus(b[1])});
    now = name;
    since = time;
    used = cpu;
  }

  /** Processor seconds of the stages that have ended. */
  public Map<String, Double> cpuSeconds() {
    Map<String, Double> seconds = new LinkedHashMap<>();
    stages.forEach((name, spent) -> seconds.put(name, seconds(spent[1])));
    return seconds;
  }

  /** A line for each stage that has ended, with a bar as long as its share of the time. */
  public String table() {
    long up = ManagementFactory.getRuntimeMXBean().getUptime() * 1_000_000;
    return table(up - (System.nanoTime() - begin));
  }

  /** The same where Java had been running for {@code before} nanoseconds. */
  String table(long before) {
    List<List<String>> lines = new ArrayList<>();
    double most = stages.keySet().stream().mapToDouble(name -> wall(name, before)).max().orElse(1);
    double wall = 0;
    double cpu = 0;
    for (Map.Entry<String, Duration[]> stage : stages.entrySet()) {
      double own = wall(stage.getKey(), before);
      double used = seconds(stage.getValue()[1]);
      lines.add(line(stage.getKey(), own, used, BAR / most));
      wall += own;
      cpu += used;
    }
    lines.add(line("all", wall, cpu, 0));
    return TextTable.of(List.of("stage", "seconds", "CPU", "cores busy", ""), lines);
  }

  private double wall(String stage, long before) {
    return seconds(stages.get(stage)[0]) + (stage.equals(START) ? before / 1e9 : 0);
  }

  private static List<String> line(String name, double wall, double cpu, double scale) {
    return List.of(
        name,
        String.format(Locale.ROOT, "%.2f", wall),
        String.format(Locale.ROOT, "%.2f", cpu),
        wall < 0.05 ? "–" : String.format(Locale.ROOT, "%.1f", cpu / wall),
        "█".repeat((int) Math.round(wall * scale)));
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
