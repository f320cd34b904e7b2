"""Tables of other libraries arrive as what they are."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import perrin

OPTIONS: dict[str, Any] = {"family": "linear", "chains": 1, "draws": 50}


def table() -> pd.DataFrame:
    random = np.random.default_rng(2)
    x = random.normal(size=60)
    kind = random.choice(["b", "a"], 60)
    return pd.DataFrame({"x": x, "kind": kind, "y": 1 + 2 * x + (kind == "b") + random.normal(size=60)})


def means(data: Any, formula: str = "y ~ x + kind", **options: Any) -> pd.Series:
    return perrin.fit(data, formula, **OPTIONS, **options).summary()["mean"]


def test_every_kind_of_table_gives_the_same_draws(tmp_path: Path) -> None:
    frame = table()
    expected = means(frame)
    frame.to_csv(tmp_path / "t.csv", index=False)
    frame.to_parquet(tmp_path / "t.parquet")
    structured = frame.to_records(index=False).astype([("x", "f8"), ("kind", "U1"), ("y", "f8")])
    for data in (
        pl.from_pandas(frame),
        pl.from_pandas(frame).lazy(),
        pa.Table.from_pandas(frame),
        pa.RecordBatch.from_pandas(frame),
        frame.to_dict("list"),
        np.asarray(structured),
        str(tmp_path / "t.csv"),
        tmp_path / "t.parquet",
        duckdb.sql(f"SELECT * FROM '{tmp_path}/t.parquet'"),
    ):
        pd.testing.assert_series_equal(means(data), expected)


def test_arrays_have_the_names_that_are_given() -> None:
    frame = table()[["x", "y"]]
    expected = means(frame, "y ~ x")
    pd.testing.assert_series_equal(means(frame.to_numpy(), "y ~ x", names=["x", "y"]), expected)
    with pytest.raises(perrin.PerrinError, match="names"):
        means(frame.to_numpy(), "y ~ x")


def test_categories_keep_their_order_and_unused_ones_do_not_count() -> None:
    frame = table()
    frame["kind"] = pd.Categorical(frame["kind"], categories=["z", "b", "a"])
    assert list(means(frame).index) == ["(Intercept)", "x", "kind[a]", "sigma"]
    ordered = pl.from_pandas(table()).with_columns(pl.col("kind").cast(pl.Enum(["b", "a"])))
    assert "kind[a]" in means(ordered).index
    frame["code"] = pd.Categorical(np.where(frame["kind"] == "a", 10, 2))
    assert list(means(frame, "y ~ code").index) == ["(Intercept)", "code[10]", "sigma"]


def test_intervals_are_levels_as_pandas_prints_them() -> None:
    data = pd.DataFrame({"y": np.arange(40) % 7.0, "x": np.arange(40.0)})
    fit = perrin.fit(data.assign(part=pd.cut(data.x, [-1, 10, 25, 40])), "y ~ part", chains=1, draws=100)
    assert fit.names[1:3] == ["part[(10, 25]]", "part[(25, 40]]"]


def test_columns_of_different_lengths_are_no_table() -> None:
    with pytest.raises(perrin.PerrinError, match="the columns are no table: .*same length"):
        perrin.fit({"y": np.arange(9.0), "x": np.arange(8.0)}, "y ~ x")


def test_gaps_of_every_kind_are_missing_values() -> None:
    frame = table()
    frame["n"] = pd.array([pd.NA, 1, 2] * 20, dtype="Int64")
    frame["flag"] = pd.array([True, pd.NA, False] * 20, dtype="boolean")
    frame.loc[2, "x"] = np.nan
    frame.loc[5, "kind"] = None
    formula = "y ~ x + kind + n + flag"
    with pytest.raises(perrin.PerrinError, match="missing"):
        means(frame, formula)
    kept = frame.dropna().astype({"n": int, "flag": bool})
    pd.testing.assert_series_equal(means(frame, formula, missing="drop"), means(kept, formula))


def test_dates_and_times_are_days() -> None:
    frame = table()
    days = np.arange(60) % 17
    frame["n"] = 20_000 + days
    frame["date"] = [datetime.date(1970, 1, 1) + datetime.timedelta(days=20_000 + int(d)) for d in days]
    frame["time"] = pd.to_datetime("1970-01-01") + pd.to_timedelta(20_000 + days, unit="D")
    frame["zone"] = frame["time"].dt.tz_localize("UTC").dt.tz_convert("Europe/Paris")
    frame["span"] = pd.to_timedelta(20_000 + days, unit="D")
    expected = means(frame, "y ~ n")
    for name in ("date", "time", "zone", "span"):
        np.testing.assert_array_equal(means(frame, f"y ~ {name}"), expected)


def test_intervals_of_duckdb_are_days_unless_they_hold_months() -> None:
    frame = table()
    frame["n"] = np.arange(60) % 17 + 0.5
    spans = duckdb.sql("SELECT *, to_hours(CAST(24 * n AS BIGINT)) AS span FROM frame")
    np.testing.assert_array_equal(means(spans, "y ~ span"), means(frame, "y ~ n"))
    with pytest.raises(perrin.PerrinError, match='"span" holds months'):
        means(duckdb.sql("SELECT *, to_months(1) AS span FROM frame"), "y ~ span")


def test_only_columns_of_the_formula_are_sent_of_a_large_table(tmp_path: Path) -> None:
    random = np.random.default_rng(3)
    wide = pd.DataFrame(random.normal(size=(30_000, 80)), columns=[f"c{k}" for k in range(80)])
    fit = perrin.fit(wide, "c0 ~ c1 + log(abs(c22))", **OPTIONS)
    assert pa.parquet.read_schema(fit.folder / "data.parquet").names == ["c0", "c1", "c2", "c22"]


def test_odd_names_and_tables() -> None:
    frame = table().rename(columns={"x": "a, b", "kind": 7})
    assert "a, b" in means(frame, "y ~ `a, b` + `7`").index
    frame.columns = pd.Index(["y", "y", "x"])
    with pytest.raises(perrin.PerrinError, match='two columns are called "y"'):
        means(frame, "y ~ x")
    with pytest.raises(perrin.PerrinError, match="no rows"):
        means(table().head(0))
