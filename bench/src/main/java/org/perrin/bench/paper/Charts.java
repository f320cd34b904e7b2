package org.perrin.bench.paper;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.w3c.dom.Document;

/** Draws panels with XChart: PNG by Java2D, SVG by Batik. */
final class Charts {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 560;
  private static final float LINE = 2;
  private static final float THIN = 0.8f;

  /** Colours that readers who see few colours can tell apart (Okabe and Ito, 2008). */
  private static final Color[] COLOURS = {
    new Color(0x0072b2),
    new Color(0xd55e00),
    new Color(0x009e73),
    new Color(0xcc79a7),
    new Color(0xe69f00),
    new Color(0x56b4e9),
    new Color(0x3b3b3b),
    new Color(0x8c6d31),
    new Color(0x7f7f7f),
    new Color(0x6a3d9a),
  };

  private Charts() {}

  /** Writes {@code stem.png} and {@code stem.svg}. */
  static void write(Panel panel, Path stem) throws IOException {
    XYChart chart = chart(panel);
    var image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    Graphics2D pixels = image.createGraphics();
    chart.paint(pixels, WIDTH, HEIGHT);
    pixels.dispose();
    ImageIO.write(image, "png", Path.of(stem + ".png").toFile());
    var vectors = new SVGGraphics2D(document());
    vectors.setSVGCanvasSize(new Dimension(WIDTH, HEIGHT));
    chart.paint(vectors, WIDTH, HEIGHT);
    try (BufferedWriter writer = Files.newBufferedWriter(Path.of(stem + ".svg"))) {
      vectors.stream(writer, true);
    }
  }

  private static Document document() {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .getDOMImplementation()
          .createDocument("http://www.w3.org/2000/svg", "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static XYChart chart(Panel panel) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(panel.title())
            .xAxisTitle(panel.x().label())
            .yAxisTitle(panel.y().label())
            .build();
    style(chart, panel);
    if (!panel.x().logarithmic()) {
      origin(chart, panel);
    }
    Map<String, Color> colours = new HashMap<>();
    for (Curve curve : panel.curves()) {
      Color colour = colours.computeIfAbsent(curve.stem(), name -> colour(name, colours.size()));
      add(chart, panel, curve, colour);
    }
    return chart;
  }

  /** Ours is black wherever it is. */
  private static Color colour(String name, int place) {
    return name.equals(NaturalRun.NAME) ? Color.BLACK : COLOURS[place % COLOURS.length];
  }

  /**
   * Two points that do not show: they bring 0 onto the axis, and keep XChart from putting its ticks
   * on the data, which it does where all data are equally far apart.
   */
  private static void origin(XYChart chart, Panel panel) {
    Curve first = panel.curves().getFirst();
    double y = first.mean()[first.mean().length - 1];
    double[] x = {0, first.x()[first.x().length - 1] / Math.PI};
    XYSeries series = chart.addSeries("origin", x, new double[] {y, y});
    series.setShowInLegend(false);
    series.setMarker(SeriesMarkers.NONE);
    series.setLineStyle(SeriesLines.NONE);
  }

  private static void style(XYChart chart, Panel panel) {
    var styler = chart.getStyler();
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotBorderVisible(false);
    styler.setPlotGridLinesColor(new Color(0xe4e4e4));
    styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 15));
    styler.setChartTitleBoxVisible(false);
    styler.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
    styler.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
    styler.setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
    styler.setLegendPosition(Styler.LegendPosition.OutsideE);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setXAxisLogarithmic(panel.x().logarithmic());
    styler.setYAxisLogarithmic(panel.y().logarithmic());
    if (panel.x().logarithmic()) {
      double[] decades = decades(panel.curves().stream().map(Curve::x));
      styler.setXAxisMin(decades[0]).setXAxisMax(decades[1]);
    }
    if (panel.y().logarithmic()) {
      double[] decades = decades(panel.curves().stream().map(Curve::mean));
      styler.setYAxisMin(decades[0]).setYAxisMax(decades[1]);
    }
    styler.setMarkerSize(6);
  }

  /** Whole decades around all numbers: within one, a logarithmic axis would have no labels. */
  private static double[] decades(Stream<double[]> values) {
    double[] logs =
        values
            .flatMapToDouble(Arrays::stream)
            .filter(v -> v > 0 && Double.isFinite(v))
            .map(Math::log10)
            .sorted()
            .toArray();
    double low = Math.floor(logs[0] + 1e-9);
    double high = Math.max(low + 1, Math.ceil(logs[logs.length - 1] - 1e-9));
    return new double[] {Math.pow(10, low), Math.pow(10, high)};
  }

  private static void add(XYChart chart, Panel panel, Curve curve, Color colour) {
    Curve drawn = drawable(curve, panel);
    if (drawn.x().length == 0) {
      return;
    }
    boolean own = !curve.follows();
    if (own && !drawn.marks() && Arrays.stream(drawn.spread()).anyMatch(s -> s > 0)) {
      band(chart, panel, drawn, colour);
    }
    XYSeries series = chart.addSeries(curve.name(), drawn.x(), drawn.mean());
    series.setShowInLegend(own);
    series.setLineColor(colour);
    series.setMarkerColor(colour);
    series.setLineStyle(new BasicStroke(drawn.x().length > 300 ? THIN : LINE));
    series.setMarker(
        !drawn.marks() ? SeriesMarkers.NONE : own ? SeriesMarkers.CIRCLE : SeriesMarkers.DIAMOND);
    series.setXYSeriesRenderStyle(
        drawn.marks() ? XYSeries.XYSeriesRenderStyle.Scatter : XYSeries.XYSeriesRenderStyle.Line);
  }

  /** Two standard deviations to either side, as a pale area. */
  private static void band(XYChart chart, Panel panel, Curve curve, Color colour) {
    int n = curve.x().length;
    double[] x = new double[2 * n];
    double[] y = new double[2 * n];
    for (int k = 0; k < n; k++) {
      double low = curve.mean()[k] - curve.spread()[k];
      x[k] = curve.x()[k];
      y[k] = curve.mean()[k] + curve.spread()[k];
      x[2 * n - 1 - k] = curve.x()[k];
      y[2 * n - 1 - k] = panel.y().logarithmic() ? Math.max(low, curve.mean()[k] / 10) : low;
    }
    XYSeries series = chart.addSeries(curve.name() + " ± 2 sd", x, y);
    series.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.PolygonArea);
    series.setFillColor(new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), 36));
    series.setLineColor(new Color(0, 0, 0, 0));
    series.setLineStyle(new BasicStroke(0));
    series.setMarker(SeriesMarkers.NONE);
    series.setShowInLegend(false);
  }

  /** Without places that the axes cannot show. */
  private static Curve drawable(Curve curve, Panel panel) {
    int[] kept =
        IntStream.range(0, curve.x().length)
            .filter(k -> shows(panel.x(), curve.x()[k]) && shows(panel.y(), curve.mean()[k]))
            .toArray();
    return new Curve(
        curve.name(),
        pick(curve.x(), kept),
        pick(curve.mean(), kept),
        pick(curve.spread(), kept),
        curve.marks());
  }

  private static boolean shows(Panel.Axis axis, double value) {
    return Double.isFinite(value) && (!axis.logarithmic() || value > 0);
  }

  private static double[] pick(double[] values, int[] kept) {
    return Arrays.stream(kept).mapToDouble(k -> values[k]).toArray();
  }
}
