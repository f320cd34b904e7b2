"""How good models are: leave-one-out, comparisons, effects."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from ._command import SERVER

if TYPE_CHECKING:
    from ._fit import Fit


@dataclass(frozen=True)
class Loo:
    """Leave-one-out: the expected log predictive density of rows that the fit has not seen."""

    elpd: float
    se: float
    info: dict[str, Any] = field(repr=False)


@dataclass(frozen=True)
class Effects:
    """What the response does as one column changes."""

    column: str
    table: pd.DataFrame


@dataclass(frozen=True)
class Comparison:
    """Fits of the same rows, the best first."""

    table: pd.DataFrame


def loo(folder: Path, data: Sequence[str], rows: int | str | None) -> Loo:
    words = ["loo", str(folder), *data, "--json"] + ([] if rows is None else ["--rows", str(rows)])
    node = json.loads(SERVER.ask(*words))
    one = node[0] if isinstance(node, list) else node
    return Loo(one["elpd"], one["se"], one)


def effects(folder: Path, column: str, words: Sequence[str]) -> Effects:
    node = json.loads(SERVER.ask("effects", str(folder), column, *words, "--json"))
    return Effects(column, pd.DataFrame(node["effects"]))


def compare(*fits: Fit) -> Comparison:
    """Ranks fits of the same rows by how well they predict rows that they have not seen."""
    node = json.loads(SERVER.ask("compare", *[str(fit.folder) for fit in fits], "--json"))
    return Comparison(pd.DataFrame(node["fits"]))
