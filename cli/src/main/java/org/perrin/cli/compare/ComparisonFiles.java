package org.perrin.cli.compare;

import java.awt.Color;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.perrin.cli.console.OutputFile;

/** A comparison as files: a table, the curves, and a picture of them. */
public final class ComparisonFiles {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 450;

  private ComparisonFiles() {}

  /** Writes {@code compare.csv}, {@code curves.csv} and {@code curves.png}. */
  public static void write(Path folder, Comparison comparison) {
    try {
      Files.createDirectories(folder);
      text(folder.resolve("compare.csv"), table(comparison.contenders()));
      text(folder.resolve("curves.csv"), curves(comparison.contenders()));
      Files.write(folder.resolve("curves.png"), picture(comparison.contenders()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void text(Path path, String content) throws IOException {
    try (var file = OutputFile.of(path)) {
      file.writer().write(content);
      file.commit();
    }
  }

  private static String table(List<Contender> contenders) {
    var text = new StringBuilder();
    text.append("sampler,step_size,subsample,draws,passes,seconds,ksd,ksd_raw,log_loss,");
    text.append("mean_error,sd_error\n");
    for (Contender c : contenders) {
      text.append(c.name()).append(',').append(c.stepSize()).append(',').append(c.subsample());
      text.append(',').append(c.draws()).append(',').append(c.passes()).append(',');
      text.append(c.seconds()).append(',').append(c.ksd()).append(',').append(c.ksdRaw());
      text.append(',').append(c.logLoss()).append(',').append(c.distance().mean()).append(',');
      text.append(c.distance().sd()).append('\n');
    }
    return text.toString();
  }

  private static String curves(List<Contender> contenders) {
    var text = new StringBuilder("sampler,passes,seconds,draws,mean_error,sd_error\n");
    for (Contender c : contenders) {
      for (Contender.Point p : c.curve()) {
        text.append(c.name()).append(',').append(p.passes()).append(',').append(p.seconds());
        text.append(',').append(p.draws()).append(',').append(p.distance().mean());
        text.append(',').append(p.distance().sd()).append('\n');
      }
    }
    return text.toString();
  }

  private static byte[] picture(List<Contender> contenders) throws IOException {
    var bytes = new ByteArrayOutputStream();
    BitmapEncoder.saveBitmap(
        List.of(
            chart("passes over the data", contenders, Contender.Point::passes),
            chart("seconds", contenders, Contender.Point::seconds)),
        1,
        2,
        bytes,
        BitmapEncoder.BitmapFormat.PNG);
    return bytes.toByteArray();
  }

  private static XYChart chart(
      String axis, List<Contender> contenders, ToDoubleFunction<Contender.Point> x) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title("RMS error of posterior means")
            .xAxisTitle(axis)
            .yAxisTitle("posterior standard deviations")
            .build();
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
    boolean any = false;
    for (Contender c : contenders) {
      List<Contender.Point> points =
          c.curve().stream()
              .filter(p -> x.applyAsDouble(p) > 0 && p.distance().mean() > 0)
              .filter(p -> p.distance().mean() < 1e6)
              .toList();
      if (!points.isEmpty()) {
        any = true;
        chart
            .addSeries(
                c.name(),
                points.stream().mapToDouble(x).toArray(),
                points.stream().mapToDouble(p -> p.distance().mean()).toArray())
            .setMarker(SeriesMarkers.NONE);
      }
    }
    chart.getStyler().setYAxisLogarithmic(any).setXAxisLogarithmic(any);
    return chart;
  }
}
