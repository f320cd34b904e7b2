"""Tables of other libraries as Parquet files that the command reads."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ._command import PerrinError

_LEVELS = "perrin.levels"
_MANY_CELLS = 2_000_000
_DOT = re.compile(r"(?<![\w.)\]`])\.(?![\w.(])")


class Source:
    """What rows come from: a file, or a table with the index that its predictions get."""

    def __init__(self, path: Path | None, table: pa.Table | None, index: pd.Index | None) -> None:
        self.path = path
        self.table = table
        self.index = index

    @staticmethod
    def of(data: Any, names: Sequence[str] | None = None) -> Source:
        """Any kind of data that the package takes."""
        if isinstance(data, (str, os.PathLike)):
            path = Path(data).expanduser().absolute()
            return Source(path, None, None)
        if names is not None and not isinstance(data, np.ndarray):
            raise PerrinError("names are for NumPy arrays: other tables have names of their own")
        frame = _pandas(data, names)
        if frame is not None:
            return Source(None, _from_pandas(frame), frame.index)
        return Source(None, _from_arrow(data), None)

    def parquet(self, folder: Path, wanted: Iterable[str] | None = None) -> Path:
        """The file with the rows; a table is written, with the columns that a text of ``wanted`` names."""
        if self.path is not None:
            return self.path
        assert self.table is not None
        path = folder / "data.parquet"
        _write(_chosen(self.table, wanted), path)
        return path


def _pandas(data: Any, names: Sequence[str] | None) -> pd.DataFrame | None:
    if isinstance(data, pd.DataFrame):
        return data
    if isinstance(data, pd.Series):
        return data.to_frame()
    if isinstance(data, np.ndarray):
        return _from_numpy(data, names)
    if isinstance(data, Mapping):
        try:
            return pd.DataFrame(dict(data))
        except ValueError as error:
            raise PerrinError(f"the columns are no table: {str(error).splitlines()[0]}") from None
    return None


def _from_numpy(array: np.ndarray[Any, Any], names: Sequence[str] | None) -> pd.DataFrame:
    if array.dtype.names is not None:
        return pd.DataFrame({name: array[name] for name in array.dtype.names})
    if array.ndim != 2:
        raise PerrinError(f"an array of data has two dimensions, not {array.ndim}")
    if names is None:
        raise PerrinError('the columns of an array have no names: give them as names=["y", "x"]')
    if len(names) != array.shape[1]:
        raise PerrinError(f"{len(names)} names for {array.shape[1]} columns")
    return pd.DataFrame(array, columns=list(names))


def _from_pandas(frame: pd.DataFrame) -> pa.Table:
    """NaN, NaT, None and NA are missing values; the index is left out."""
    names = [_name(column) for column in frame.columns]
    columns = []
    for k, name in enumerate(names):
        try:
            columns.append(pa.Array.from_pandas(_named(frame.iloc[:, k])))
        except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError) as error:
            columns.append(_unusable(name, frame.iloc[:, k], error))
    return _table(names, columns)


def _named(column: Any) -> Any:
    """Categories that are intervals, as of ``pd.cut``, by their texts: ``(0, 10]``."""
    if isinstance(column.dtype, pd.CategoricalDtype) and isinstance(column.cat.categories, pd.IntervalIndex):
        return column.cat.rename_categories([str(category) for category in column.cat.categories])
    return column


def _name(column: Any) -> str:
    return "_".join(map(str, column)) if isinstance(column, tuple) else str(column)


def _unusable(name: str, column: Any, error: Exception) -> pa.Array:
    """Values of several types in one column: texts, as pandas prints them, if they are not numbers."""
    kinds = {type(value) for value in column if not pd.api.types.is_scalar(value) or pd.notna(value)}
    if all(issubclass(kind, (str, bool, int, float, np.generic)) for kind in kinds):
        listed = ", ".join(sorted(kind.__name__ for kind in kinds))
        raise PerrinError(f'column "{name}" mixes values of types {listed}: convert it to one of them')
    raise PerrinError(f'column "{name}" cannot be sent: {str(error).splitlines()[0]}')


def _from_arrow(data: Any) -> pa.Table:
    """Arrow itself, polars, DuckDB, and all that hand over Arrow."""
    if isinstance(data, pa.RecordBatch):
        data = pa.Table.from_batches([data])
    for method in ("collect", "to_arrow_table", "fetch_arrow_table"):
        if not isinstance(data, pa.Table) and not hasattr(data, "__arrow_c_stream__"):
            data = getattr(data, method)() if hasattr(data, method) else data
    if not isinstance(data, pa.Table):
        if not hasattr(data, "__arrow_c_stream__"):
            raise PerrinError(
                f"data of type {type(data).__name__} are not known: give a data frame, a NumPy array, "
                "an Arrow table, a DuckDB relation or a path"
            )
        data = pa.table(data)
    return _table([str(name) for name in data.column_names], data.columns)


def _table(names: Sequence[str], columns: Sequence[Any]) -> pa.Table:
    repeated = sorted({name for name in names if names.count(name) > 1}) if len(set(names)) < len(names) else []
    if repeated:
        raise PerrinError(f'two columns are called "{repeated[0]}": rename one')
    if not names:
        raise PerrinError("the data have no columns")
    if len(columns[0]) == 0:
        raise PerrinError("the data have no rows")
    levels: dict[str, list[str]] = {}
    plain = [_plain(name, column, levels) for name, column in zip(names, columns)]
    return pa.table(dict(zip(names, plain))).replace_schema_metadata(
        {_LEVELS: json.dumps(levels)} if levels else None
    )


def _plain(name: str, column: Any, levels: dict[str, list[str]]) -> Any:
    """A column as the command wants it: dates are days since 1970, categories texts in their order."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        return _categories(name, column, levels)
    if pa.types.is_date(kind):
        return pc.cast(pc.cast(column, pa.date32()), pa.int32())
    if pa.types.is_timestamp(kind):
        return _days(pc.cast(column, pa.timestamp("us", kind.tz), safe=False))
    if pa.types.is_duration(kind):
        return _days(pc.cast(column, pa.duration("us"), safe=False))
    if pa.types.is_interval(kind):
        return _days_of_intervals(name, column)
    if pa.types.is_null(kind):
        return pc.cast(column, pa.float64())
    if pa.types.is_float16(kind):
        return pc.cast(column, pa.float32())
    return column


def _days(microseconds: Any) -> Any:
    return pc.divide(pc.cast(pc.cast(microseconds, pa.int64()), pa.float64(), safe=False), 86_400e6)


def _days_of_intervals(name: str, column: Any) -> Any:
    """DuckDB's intervals: months, days and nanoseconds, of which months have no fixed length."""
    parts = column.to_pylist()
    if any(part is not None and part.months for part in parts):
        raise PerrinError(f'column "{name}" holds months, which differ in days: compute days, or leave the column out')
    days = [None if part is None else part.days + part.nanoseconds / 86_400e9 for part in parts]
    return pa.array(days, pa.float64())


def _categories(name: str, column: Any, levels: dict[str, list[str]]) -> Any:
    """Texts; the order of the categories goes into the metadata, so that the first is the reference."""
    column = column.unify_dictionaries() if isinstance(column, pa.ChunkedArray) else column
    chunks = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
    texts = pa.array([_label(value) for value in chunks[0].dictionary.to_pylist()], pa.string())
    levels[name] = texts.to_pylist()
    return pa.chunked_array([pa.DictionaryArray.from_arrays(chunk.indices, texts) for chunk in chunks])


def _label(value: Any) -> str:
    """As the command writes a number that is a level."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _chosen(table: pa.Table, wanted: Iterable[str] | None) -> pa.Table:
    """Of a large table the columns whose names occur in a text; all where a formula has a dot."""
    if wanted is None or table.num_rows * table.num_columns < _MANY_CELLS:
        return table
    text = "\n".join(wanted)
    if _DOT.search(text):
        return table
    names = [n for n in table.column_names if n in text or not n.replace("_", "").isalnum()]
    return table.select(names) if names else table


def _write(table: pa.Table, path: Path) -> None:
    texts = [f.name for f in table.schema if pa.types.is_dictionary(f.type) or pa.types.is_string(f.type)]
    pq.write_table(table, path, compression="lz4", use_dictionary=texts, write_statistics=False)
