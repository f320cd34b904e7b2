package org.perrin.bench.paper;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Values read from the paper's figures, good to about three digits, to mark beside ours. */
final class Published {
  private static final double[] PASSES = {0.2, 1, 2, 5, 8, 10};
  private static final double[] ITERATIONS = {199, 999, 1999, 3999, 5999, 9999};
  private static final double[] ADAPTIVE_PASSES = {1000, 2000, 5000, 8000, 10_000};
  private static final double[] KL_PASSES = {0, 1, 5, 20, 100, 499};
  private static final double[] KSD_PASSES = {0, 20, 100, 200, 300, 490};

  private Published() {}

  /** The marks of a figure's first panel. */
  static List<Curve> of(String figure) {
    return switch (figure) {
      case "2a" ->
          List.of(
              marks("SGLD", PASSES, 3.779, 3.843, 4.213, 4.241, 4.130, 4.277),
              marks("SGLD-PS", PASSES, 3.080, 3.141, 3.117, 3.096, 3.083, 3.087),
              marks("SGLD-CV", PASSES, 2.667, 2.981, 3.155, 3.562, 3.664, 3.692),
              marks("SGLD-CV-PS", PASSES, 2.112, 1.879, 1.777, 1.618, 1.516, 1.443));
      case "2b" ->
          List.of(
              marks("SGLD", PASSES, 3.034, 2.741, 2.657, 2.566, 2.513, 2.485),
              marks("SGLD-PS", PASSES, 2.877, 2.536, 2.410, 2.266, 2.180, 2.139),
              marks("SGLD-CV", PASSES, 2.752, 2.484, 2.383, 2.253, 2.184, 2.141),
              marks("SGLD-CV-PS", PASSES, 2.691, 2.461, 2.358, 2.223, 2.158, 2.116));
      case "3" ->
          List.of(
              marks("SGLD-CV", ITERATIONS, 1.495, 1.151, 0.998, 0.879, 0.822, 0.770),
              marks("SGLD-CV-PS", ITERATIONS, 1.500, 1.178, 0.979, 0.844, 0.787, 0.738),
              marks("ASGLD-CV", ITERATIONS, 1.481, 1.144, 0.992, 0.865, 0.804, 0.746),
              marks("ASGLD-CV-PS", ITERATIONS, 1.507, 1.177, 0.968, 0.830, 0.769, 0.714));
      case "5" ->
          List.of(
              marks("ASGLD-CV", ITERATIONS, 4.777, 4.799, 4.698, 4.617, 4.584, 4.546),
              marks("ASGLD-CV-PS", ITERATIONS, 3.193, 2.809, 2.539, 2.255, 2.090, 1.886));
      case "4a" ->
          List.of(
              marks("SGLD 1 %", KL_PASSES, 2.41, 2.46, 2.47, 2.49, 2.50, 2.493),
              marks("SGLD-PS 1 %", KL_PASSES, 2.43, 2.37, 2.38, 2.37, 2.36, 2.366),
              marks("SGLD 5 %", KL_PASSES, 1.21, 1.17, 1.08, 1.04, 1.04, 1.041),
              marks("SGLD-PS 5 %", KL_PASSES, 1.60, 1.27, 1.02, 0.96, 0.92, 0.916),
              marks("SGLD 10 %", KL_PASSES, 1.68, 0.85, 0.63, 0.56, 0.57, 0.549),
              marks("SGLD-PS 10 %", KL_PASSES, 2.55, 1.43, 0.95, 0.61, 0.48, 0.437));
      case "4b" ->
          List.of(
              marks("SGLD 1 %", KSD_PASSES, 2.691, 2.613, 2.490, 2.396, 2.326, 2.216),
              marks("SGLD-PS 1 %", KSD_PASSES, 2.400, 2.243, 2.001, 1.896, 1.821, 1.747),
              marks("SGLD 5 %", KSD_PASSES, 3.345, 3.300, 3.167, 3.049, 2.960, 2.836),
              marks("SGLD-PS 5 %", KSD_PASSES, 2.640, 2.489, 2.279, 2.190, 2.103, 2.054),
              marks("SGLD 10 %", KSD_PASSES, 3.628, 3.593, 3.481, 3.373, 3.286, 3.158),
              marks("SGLD-PS 10 %", KSD_PASSES, 2.800, 2.714, 2.599, 2.516, 2.452, 2.369));
      default -> List.of();
    };
  }

  /** The marks of the passes that adaptive sizes take. */
  static List<Curve> passes(String figure) {
    return figure.equals("3")
        ? List.of(
            marks("ASGLD-CV", ADAPTIVE_PASSES, 0.406, 0.897, 2.18, 3.43, 4.28),
            marks("ASGLD-CV-PS", ADAPTIVE_PASSES, 0.461, 0.909, 2.28, 3.66, 4.53))
        : List.of(
            marks("ASGLD-CV", ADAPTIVE_PASSES, 1.22, 1.49, 2.93, 3.73, 4.75),
            marks("ASGLD-CV-PS", ADAPTIVE_PASSES, 0.045, 0.169, 1.19, 2.92, 4.41));
  }

  /** Marks added to curves. */
  static List<Curve> beside(List<Curve> curves, List<Curve> marks) {
    return Stream.concat(curves.stream(), marks.stream()).toList();
  }

  private static Curve marks(String name, double[] x, double... values) {
    double[] y = Arrays.copyOf(values, x.length);
    return new Curve(name + Curve.PUBLISHED, x, y, new double[x.length], true);
  }
}
