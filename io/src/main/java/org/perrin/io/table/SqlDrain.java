package org.perrin.io.table;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a result on their way to a sink, in bounded memory. */
final class SqlDrain implements Resumable {
  private final String source;
  private final ColumnDrain draining;
  private final byte[] mark;
  private @Nullable List<SqlColumn> columns;
  private int rows;

  SqlDrain(String source, RowSink sink) {
    this.source = source;
    this.draining = new ColumnDrain(sink);
    this.mark = sink.lastMark();
  }

  /** What to add to a query so that it yields the rows behind the mark. */
  String offset() {
    return mark == null ? "" : " OFFSET " + ByteBuffer.wrap(mark).getInt();
  }

  List<RowSink.Shell> all(List<SqlColumn> fresh, ResultSet result) throws SQLException {
    columns = fresh;
    if (mark == null) {
      draining.begin(columns.stream().map(SqlColumn::name).toList());
    } else {
      draining.goOn(columns.size());
      Resumable.restore(this, mark);
    }
    while (result.next()) {
      SqlColumn.add(columns, result, ++rows);
      draining.row(columns::get);
      draining.mark(this);
    }
    SqlColumn.check(source, rows);
    draining.flush(columns::get);
    return columns.stream().map(SqlColumn::shell).toList();
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(rows);
    for (SqlColumn column : columns) {
      column.save(out);
    }
  }

  @Override
  public void restore(DataInput in) throws IOException {
    rows = in.readInt();
    for (SqlColumn column : columns) {
      column.restore(in);
    }
  }
}
