package org.perrin.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.perrin.cli.Main;

/** Chromium without a window, where the machine has it; tests are skipped where not. */
final class Browser implements AutoCloseable {
  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  static Browser open() {
    Optional<Path> chromium = find("chromium", "chromium-browser", "google-chrome");
    Optional<Path> starter = find("chromedriver");
    Assumptions.assumeTrue(
        chromium.isPresent() && starter.isPresent(),
        "skipped: there is no chromium with chromedriver on the path");
    var logging = new LoggingPreferences();
    logging.enable(LogType.BROWSER, Level.ALL);
    var options = new ChromeOptions();
    options.setBinary(chromium.orElseThrow().toFile());
    options.addArguments(
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage");
    options.setCapability("goog:loggingPrefs", logging);
    var service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(starter.orElseThrow().toFile())
            .usingAnyFreePort()
            .withSilent(true)
            .build();
    try {
      return new Browser(new ChromeDriver(service, options));
    } catch (WebDriverException e) {
      service.stop();
      return Assumptions.abort("skipped: chromium does not start: " + e.getMessage());
    }
  }

  private static Optional<Path> find(String... names) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Arrays.stream(names)
        .flatMap(name -> Stream.of(path.split(File.pathSeparator)).map(p -> Path.of(p, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  ChromeDriver driver() {
    return driver;
  }

  /** Fits by the command, and gives the page. */
  static Path fitted(Path out, Object... arguments) {
    List<Object> words = new ArrayList<>(List.of("fit"));
    words.addAll(List.of(arguments));
    words.addAll(List.of("-q", "-o", out));
    var err = new StringWriter();
    int code =
        Main.run(
            new PrintWriter(new StringWriter()),
            new PrintWriter(err),
            words.stream().map(Object::toString).toArray(String[]::new));
    assertThat(code).as(err.toString()).isZero();
    return out.resolve("report.html");
  }

  /** The same in the light or in the dark; it must not complain, nor be wider than the screen. */
  void showWhole(Path page, int width, String scheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    show(page, width);
    assertThat(complaints()).isEmpty();
    assertThat((Long) ask("return document.documentElement.scrollWidth"))
        .isLessThanOrEqualTo(width);
  }

  /** Opens a page as wide as a screen, and waits until it is drawn. */
  void show(Path page, int width) {
    boolean phone = width < 500;
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 844, "deviceScaleFactor", 1, "mobile", phone));
    driver.get(page.toUri().toString());
    for (int i = 0; i < 100 && ask("return document.documentElement.dataset.ready") == null; i++) {
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  Object ask(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  /** What the page complained of since the last call. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .toList();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
