package org.perrin.bench.trust;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Histograms of ranks in one picture, a small chart for each run: a step line for every quantity,
 * and the band in which nineteen bins of twenty should lie.
 */
final class RankFigure {
  private static final int ACROSS = 4;
  private static final int WIDTH = 300;
  private static final int HEIGHT = 200;
  private static final Color LINE = new Color(0, 114, 178, 90);
  private static final Color BAND = new Color(0xdddddd);

  private RankFigure() {}

  /** Writes a PNG. */
  static void write(Map<String, Ranks> runs, int bins, Path file) throws IOException {
    int down = (runs.size() + ACROSS - 1) / ACROSS;
    var image = new BufferedImage(ACROSS * WIDTH, down * HEIGHT, BufferedImage.TYPE_INT_RGB);
    Graphics2D pixels = image.createGraphics();
    pixels.setColor(Color.WHITE);
    pixels.fillRect(0, 0, image.getWidth(), image.getHeight());
    int place = 0;
    for (var run : runs.entrySet()) {
      pixels.setTransform(
          java.awt.geom.AffineTransform.getTranslateInstance(
              place % ACROSS * WIDTH, (double) (place / ACROSS) * HEIGHT));
      chart(run.getKey(), run.getValue(), bins).paint(pixels, WIDTH, HEIGHT);
      place++;
    }
    pixels.dispose();
    ImageIO.write(image, "png", file.toFile());
  }

  private static XYChart chart(String title, Ranks ranks, int bins) {
    XYChart chart = new XYChartBuilder().width(WIDTH).height(HEIGHT).title(title).build();
    var styler = chart.getStyler();
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 12));
    styler.setChartTitleBoxVisible(false);
    styler.setPlotBorderVisible(false);
    styler.setPlotGridLinesVisible(false);
    styler.setLegendVisible(false);
    styler.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 10));
    double expected = (double) ranks.count() / bins;
    styler.setYAxisMin(0.0).setYAxisMax(2 * expected);
    styler.setXAxisMin(0.0).setXAxisMax((double) ranks.places());
    band(chart, ranks.places(), expected, 1.96 * Math.sqrt(expected * (1 - 1.0 / bins)));
    for (int q = 0; q < ranks.names().size(); q++) {
      steps(chart, ranks.names().get(q), ranks.histogram(q, bins), ranks.places());
    }
    return chart;
  }

  private static void band(XYChart chart, double end, double middle, double half) {
    double[] x = {0, end, end, 0};
    double[] y = {middle - half, middle - half, middle + half, middle + half};
    XYSeries series = chart.addSeries("95 %", x, y);
    series.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.PolygonArea);
    series.setFillColor(BAND);
    series.setLineStyle(SeriesLines.NONE);
    series.setMarker(SeriesMarkers.NONE);
  }

  private static void steps(XYChart chart, String name, int[] counts, int places) {
    double width = (double) places / counts.length;
    double[] x =
        IntStream.range(0, 2 * counts.length).mapToDouble(j -> ((j + 1) / 2) * width).toArray();
    double[] y = new double[2 * counts.length];
    Arrays.setAll(y, j -> counts[j / 2]);
    XYSeries series = chart.addSeries(name, x, y);
    series.setLineColor(LINE);
    series.setLineStyle(new java.awt.BasicStroke(1.2f));
    series.setMarker(SeriesMarkers.NONE);
  }
}
