"""How good models are: leave-one-out, comparisons, effects."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from ._command import SERVER, PerrinError

if TYPE_CHECKING:
    from ._fit import Fit


@dataclass(frozen=True)
class Loo:
    """Leave-one-out: how well a fit predicts rows that it has not seen."""

    elpd: float
    """The sum over all rows of the log predictive density of a row that is left out."""
    se: float
    """Its standard error over rows."""
    p_loo: float
    """The effective number of parameters."""
    pareto_k_above: int
    """Rows whose part of ``elpd`` is not reliable."""
    info: dict[str, Any] = field(repr=False)
    """All that ``perrin loo --json`` says."""


@dataclass(frozen=True)
class Effects:
    """What the response does as columns change and the others stay as they are, averaged over rows."""

    table: pd.DataFrame
    """Predictions, slopes and differences, with their intervals."""

    def _repr_html_(self) -> str:
        return str(self.table.to_html(border=0))


@dataclass(frozen=True)
class Comparison:
    """Fits of the same rows, the best first: ``difference`` of elpd from the best, and its ``se``."""

    table: pd.DataFrame

    def _repr_html_(self) -> str:
        return str(self.table.to_html(border=0))


def loo(folder: Path, rows: int | str | None) -> Loo:
    words = ["loo", str(folder), "--json"] + ([] if rows is None else ["--rows", str(rows)])
    (node,) = json.loads(SERVER.ask(*words))
    return Loo(node["elpd"], node["se"], node["p_loo"], node["pareto_k_above"], node)


def effects(folder: Path, words: Sequence[str]) -> Effects:
    table = pd.DataFrame(json.loads(SERVER.ask("effects", str(folder), *words, "--json")))
    unused = [name for name in ("by", "class") if (table[name] == "").all()]
    return Effects(table.drop(columns=unused).set_index(["column", "effect", "at"]))


def compare(*fits: Fit, folds: int | str | None = None, rows: int | str | None = None, **named: Fit) -> Comparison:
    """Ranks fits of the same target on the same rows by how well they predict rows not seen.

    Fits given by keywords have these names in the table, others are numbered from 0. ``folds``
    fits again without each of so many parts of the rows, in place of leave-one-out.
    """
    both: dict[str, Fit] = {**{str(k): fit for k, fit in enumerate(fits)}, **named}
    for name, fit in both.items():
        if not hasattr(fit, "folder"):
            raise PerrinError(f"fit {name} is of type {type(fit).__name__}: give fits, of perrin.fit or perrin.load")
    words = [] if folds is None else ["--folds", str(folds)]
    words += [] if rows is None else ["--rows", str(rows)]
    folders = {str(fit.folder): name for name, fit in both.items()}
    try:
        answer = SERVER.ask("compare", *folders, *words, "--json")
    except PerrinError as error:
        line = str(error)
        for folder, name in folders.items():
            line = line.replace(folder, f"fit {name}")
        raise PerrinError(line) from None
    table = pd.DataFrame(json.loads(answer))
    table.index = pd.Index([folders[folder] for folder in table.pop("fit")], name="fit")
    return Comparison(table)
