/** From a table to a fit, to predictions and to a folder. */
module org.perrin.regression {
  requires transitive org.perrin.io;
  requires java.compiler;
  requires static transitive org.jspecify;

  exports org.perrin.regression;
  exports org.perrin.regression.effects;
  exports org.perrin.regression.hypothesis;
  exports org.perrin.regression.judge;
  exports org.perrin.regression.model;
  exports org.perrin.regression.parameters;
  exports org.perrin.regression.predict;
  exports org.perrin.regression.prior;
  exports org.perrin.regression.standard;
}
