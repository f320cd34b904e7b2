package org.perrin.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.NoAlertPresentException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.support.ui.Select;

/** The page in a real browser, with names that try to break it. */
class ReportBrowserTest {
  private static final List<String> OF_ONE_PARAMETER = List.of("density", "trace", "rank", "acf");
  @AutoClose private static Browser browser;
  private static Path page;

  @BeforeAll
  static void open(@TempDir Path folder) {
    browser = Browser.open();
    page = Names.report(folder);
  }

  @BeforeEach
  void show() {
    browser.show(page, 1280);
  }

  @Test
  void opens_from_a_file_without_complaint() {
    assertThat(browser.ask("return location.protocol")).isEqualTo("file:");
    assertThat(browser.ask("return document.documentElement.dataset.ready")).isEqualTo("true");
    assertThat(browser.complaints()).isEmpty();
    assertThat(find("headline").getText()).isNotBlank();
  }

  @Test
  void every_chart_is_drawn_and_described() {
    List<WebElement> charts = browser.driver().findElements(By.cssSelector(".chart"));
    assertThat(charts).hasSizeGreaterThan(9);
    for (WebElement chart : charts) {
      if (chart.isDisplayed()) {
        assertThat(ink(chart.getDomAttribute("id"))).isPositive();
        assertThat(chart.getDomAttribute("aria-label")).isNotBlank();
      }
    }
  }

  @Test
  void hostile_names_neither_run_nor_break_the_page() {
    assertThatThrownBy(() -> browser.driver().switchTo().alert())
        .isInstanceOf(NoAlertPresentException.class);
    assertThat(browser.driver().findElements(By.tagName("img"))).isEmpty();
    assertThat(browser.driver().findElements(By.cssSelector("[onclick], [onerror]"))).isEmpty();
    assertThat(find("title").getText()).isEqualTo("Logistic regression of " + Names.TARGET);
    assertThat(column("th")).containsAll(Names.HOSTILE.subList(0, 4));
    for (WebElement option : new Select(find("which")).getOptions()) {
      new Select(find("which")).selectByValue(option.getDomAttribute("value"));
    }
    hover("forest");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void choosing_another_parameter_changes_its_plots() {
    new Select(find("which")).selectByIndex(1);
    List<String> before = OF_ONE_PARAMETER.stream().map(this::picture).toList();
    new Select(find("which")).selectByIndex(2);
    List<String> after = OF_ONE_PARAMETER.stream().map(this::picture).toList();
    for (int i = 0; i < before.size(); i++) {
      assertThat(after.get(i)).as(OF_ONE_PARAMETER.get(i)).isNotEqualTo(before.get(i));
    }
    assertThat(find("density").getDomAttribute("aria-label")).contains(Names.HOSTILE.get(1));
  }

  @Test
  void previous_and_next_go_round() {
    Select which = new Select(find("which"));
    which.selectByIndex(0);
    find("previous").click();
    assertThat(selected()).isEqualTo(Names.HOSTILE.size());
    find("next").click();
    assertThat(selected()).isZero();
  }

  @Test
  void the_table_is_sorted_by_click_and_by_key() {
    WebElement mean = heading("Mean");
    mean.click();
    assertThat(means()).isSorted();
    assertThat(sortOf("Mean")).isEqualTo("ascending");
    heading("Mean").sendKeys(Keys.ENTER);
    assertThat(means()).isSortedAccordingTo(Comparator.reverseOrder());
    assertThat(sortOf("Mean")).isEqualTo("descending");
    heading("SD").sendKeys(Keys.SPACE);
    assertThat(sortOf("SD")).isEqualTo("ascending");
    assertThat(sortOf("Mean")).isNull();
  }

  @Test
  void a_name_in_the_table_leads_to_its_draws() {
    List<WebElement> names = browser.driver().findElements(By.cssSelector("#rows th button"));
    names.get(3).sendKeys(Keys.ENTER);
    assertThat(selected()).isEqualTo(3);
    assertThat(browser.driver().switchTo().activeElement().getDomAttribute("id"))
        .isEqualTo("which");
  }

  @Test
  void filters_keep_what_matches() {
    find("filter").sendKeys("PROTO");
    assertThat(column("th")).containsExactly("__proto__");
    assertThat(find("found").getText()).startsWith("1 of ");
    find("forest-filter").sendKeys("proto");
    assertThat(find("forest-found").getText()).startsWith("1 of ");
    find("forest-filter").sendKeys("no such name");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void the_forest_is_ordered_by_choice() {
    String before = picture("forest");
    new Select(find("forest-order")).selectByValue("name");
    assertThat(picture("forest")).isNotEqualTo(before);
    new Select(find("forest-which")).selectByValue("clear");
    assertThat(find("forest-found").getText()).endsWith(" of " + Names.HOSTILE.size());
  }

  @Test
  void everything_is_reached_by_tab() {
    browser.ask("document.activeElement.blur(); window.scrollTo(0, 0)");
    WebElement body = browser.driver().findElement(By.tagName("body"));
    body.sendKeys(Keys.TAB);
    var reached = new java.util.HashSet<String>();
    for (int i = 0; i < 80; i++) {
      WebElement here = browser.driver().switchTo().activeElement();
      reached.add(here.getDomAttribute("id"));
      assertThat(browser.ask("return getComputedStyle(document.activeElement).outlineStyle"))
          .isNotEqualTo("none");
      here.sendKeys(Keys.TAB);
      if (reached.contains("pair-y")) {
        break;
      }
    }
    assertThat(reached)
        .contains("forest-unit", "forest-order", "filter", "which", "next", "pair-x", "pair-y");
  }

  @Test
  void every_control_has_a_label() {
    assertThat(
            browser.ask(
                "return Array.from(document.querySelectorAll('select, input'))"
                    + ".every(e => e.labels.length === 1 && e.labels[0].textContent.trim())"))
        .isEqualTo(true);
  }

  @ParameterizedTest
  @ValueSource(ints = {320, 390, 768, 1280, 1920})
  void nothing_stands_out_to_the_side(int width) {
    browser.show(page, width);
    assertThat((Long) browser.ask("return document.documentElement.scrollWidth"))
        .isLessThanOrEqualTo(width);
    assertThat(browser.complaints()).isEmpty();
  }

  private static WebElement find(String id) {
    return browser.driver().findElement(By.id(id));
  }

  private static WebElement heading(String text) {
    return browser
        .driver()
        .findElement(By.xpath("//*[@id='head']//button[normalize-space()='" + text + "']"));
  }

  private static String sortOf(String text) {
    return heading(text).findElement(By.xpath("..")).getDomAttribute("aria-sort");
  }

  private static int selected() {
    return ((Long) browser.ask("return document.getElementById('which').selectedIndex")).intValue();
  }

  private static List<String> column(String selector) {
    return browser.driver().findElements(By.cssSelector("#rows " + selector)).stream()
        .map(cell -> cell.getDomProperty("textContent"))
        .toList();
  }

  private static List<Double> means() {
    return column("td:nth-child(2)").stream()
        .map(text -> Double.valueOf(text.replace('−', '-')))
        .toList();
  }

  private String picture(String chart) {
    return (String)
        browser.ask(
            "return document.querySelector('#' + arguments[0] + ' canvas').toDataURL()", chart);
  }

  /** Pixels that are not transparent. */
  private static long ink(String chart) {
    return (Long)
        browser.ask(
            "const c = document.querySelector('#' + arguments[0] + ' canvas');"
                + "const p = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
                + "let n = 0; for (let i = 3; i < p.length; i += 4) if (p[i]) n++; return n;",
            chart);
  }

  private static void hover(String chart) {
    new org.openqa.selenium.interactions.Actions(browser.driver())
        .moveToElement(find(chart))
        .moveByOffset(0, 11)
        .perform();
  }
}
