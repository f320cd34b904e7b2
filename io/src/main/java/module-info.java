/** Tables, formulas and their designs, draws and packed data as files. */
module org.perrin.io {
  requires transitive org.perrin.core;
  requires ch.randelshofer.fastdoubleparser;
  requires com.github.luben.zstd_jni;
  requires de.siegmar.fastcsv;
  requires duckdb.jdbc;
  requires java.management;
  requires transitive java.sql;
  requires static transitive org.jspecify;
  requires transitive tools.jackson.databind;

  exports org.perrin.io;
  exports org.perrin.io.design;
  exports org.perrin.io.draws;
  exports org.perrin.io.formula;
  exports org.perrin.io.packed;
  exports org.perrin.io.table;
}
