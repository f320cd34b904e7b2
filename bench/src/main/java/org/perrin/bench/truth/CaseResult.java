package org.perrin.bench.truth;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.perrin.posterior.Trust;

/**
 * What became of a case.
 *
 * @param name of the case
 * @param size rows × parameters
 * @param measure by which draws were compared
 * @param answer what they were compared with
 * @param attempts one for each seed
 */
record CaseResult(
    String name, String size, Measure measure, Answer answer, List<Attempt> attempts) {
  /** Copies the list. */
  CaseResult {
    attempts = List.copyOf(attempts);
  }

  /** Every attempt is right or warned of; only warnings need no answer that is sound. */
  boolean holds() {
    return (answer.sound() || warned()) && attempts.stream().allMatch(Attempt::holds);
  }

  private boolean warned() {
    return attempts.stream().allMatch(Attempt::warned);
  }

  /** How many attempts were warned of though they are right. */
  long needless() {
    return attempts.stream().filter(a -> a.warned() && !a.gap().off()).count();
  }

  String samplers() {
    return attempts.stream().map(Attempt::sampler).distinct().collect(Collectors.joining(", "));
  }

  /** {@code good}, or {@code 2 good, 1 bad}. */
  String levels() {
    return Arrays.stream(Trust.Level.values())
        .filter(level -> count(level) > 0)
        .map(
            level ->
                count(level) == attempts.size() ? level.word() : count(level) + " " + level.word())
        .collect(Collectors.joining(", "));
  }

  private long count(Trust.Level level) {
    return attempts.stream().filter(a -> a.level() == level).count();
  }

  /** The worst of all attempts that are not warned of, or of all if they are. */
  MarginalError gap() {
    var trusted = attempts.stream().filter(a -> !a.warned()).toList();
    return (trusted.isEmpty() ? attempts : trusted)
        .stream().map(Attempt::gap).reduce(MarginalError::or).orElseThrow();
  }

  String verdict() {
    if (!answer.sound()) {
      return warned() ? "says so" : "no reference";
    }
    boolean off = attempts.stream().anyMatch(a -> a.gap().off());
    return holds() ? off ? "says so" : "ok" : "FAILS";
  }

  String ratio() {
    return String.format(Locale.ROOT, "%.3f", gap().ratio());
  }

  String shift() {
    return String.format(Locale.ROOT, "%.3f", gap().shift());
  }

  /** One line for each attempt that fails. */
  List<String> faults() {
    return attempts.stream()
        .filter(a -> !a.holds())
        .map(
            a ->
                a.failure() != null
                    ? "seed %d: %s".formatted(a.seed(), a.failure())
                    : String.format(
                        Locale.ROOT,
                        "seed %d: %s off, shift %.2f sd, ratio %.2f, headline %s",
                        a.seed(),
                        a.parameter(),
                        a.gap().shift(),
                        a.gap().ratio(),
                        a.level().word()))
        .toList();
  }
}
