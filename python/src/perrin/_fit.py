"""Fits: from a table and a formula to a posterior."""

from __future__ import annotations

import functools
import html
import io
import json
import os
import shutil
import tempfile
import warnings
import weakref
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from . import _draws
from ._command import SERVER, PerrinError, Stopped
from ._data import Source
from ._judge import Effects, Loo, effects, loo
from ._progress import Progress

_MOST_SHOWN = 100
_MOST_LIKELIHOODS = 20_000_000


def fit(
    data: Any,
    formula: str | Sequence[str] | None = None,
    *,
    family: str | None = None,
    prior: str | Mapping[str, str] | Sequence[str] | None = None,
    sampler: str = "auto",
    seed: int = 1,
    chains: int = 4,
    draws: int = 1000,
    names: Sequence[str] | None = None,
    out: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
    **options: Any,
) -> Fit:
    """Fits a Bayesian regression to a table.

    Parameters
    ----------
    data
        A pandas or polars data frame, an Arrow table, a DuckDB relation, a mapping of columns, a NumPy
        array (with ``names``), or the path of a file that the command reads (CSV, Parquet, …).
        Missing values are NaN, None, NaT and NA; categories keep their order, the first is the
        reference; dates and times are days since 1970; the index is left out.
    formula
        In the manner of R, ``"late ~ hour + s(distance) + (1 | tailnum)"``; a list where parameters
        other than the mean have formulas too, ``["y ~ x", "sigma ~ x"]``. None with ``target="y"``
        takes all other columns.
    family
        The model, as ``perrin models`` lists them: ``"logistic"``, ``"poisson"``, …; guessed from the
        target if not given.
    prior
        Of all coefficients, ``"normal(0, 2.5)"``, or by name, ``{"hour": "normal(0, 1)"}``.
    sampler, seed, chains, draws
        How to sample. The same seed gives the same draws to the bit.
    names
        Of the columns of a NumPy array.
    out
        The folder of the result; a temporary one, which goes with the object, if not given.
    progress
        Whether to show progress; in terminals and notebooks if not given.
    options
        Every other option of ``perrin fit``, with ``_`` for ``-``: ``missing="drop"``,
        ``prior_intercept="normal(0, 5)"``, ``weights="n"``, ``tolerance=0.001``.

    Ctrl-C stops sampling; if there are draws they are kept, and the fit is returned with a warning.
    """
    source = Source.of(data, names)
    formulas = _formulas(formula)
    words = [word for text in formulas for word in ("--formula", text)]
    words += _words("model", family) + _priors(prior)
    words += ["--sampler", sampler, "--seed", str(seed), "--chains", str(chains), "--draws", str(draws)]
    for name, value in options.items():
        words += _words(name.rstrip("_").replace("_", "-"), value)
    SERVER.start()
    work = Path(tempfile.mkdtemp(prefix="perrin-"))
    try:
        folder = work / "fit" if out is None else Path(out).absolute()
        file = source.parquet(work, words if formulas else None)
        _run(["fit", str(file), *words, "--out", str(folder), *_replace(out)], folder, progress)
        if source.path is None:
            shutil.move(file, folder / "data.parquet")
        result = Fit(folder)
    except BaseException:
        shutil.rmtree(work, ignore_errors=True)
        raise
    if out is None:
        weakref.finalize(result, shutil.rmtree, work, True)
    else:
        shutil.rmtree(work, ignore_errors=True)
    result._index = source.index
    return result


def _formulas(formula: str | Sequence[str] | None) -> list[str]:
    formulas = [formula] if isinstance(formula, str) or not isinstance(formula, Sequence) else list(formula)
    for text in formulas:
        if text is not None and not isinstance(text, str):
            raise PerrinError(f"a formula is a text, or a list of them, not {type(text).__name__}")
    return [text for text in formulas if text is not None]


def load(folder: str | os.PathLike[str]) -> Fit:
    """Opens the folder of a fit, as :meth:`Fit.save` or the command ``perrin fit`` wrote it."""
    return Fit(Path(folder).expanduser().absolute())


def _unpickled(packed: bytes) -> Fit:
    work = Path(tempfile.mkdtemp(prefix="perrin-"))
    with zipfile.ZipFile(io.BytesIO(packed)) as file:
        file.extractall(work / "fit")
    result = Fit(work / "fit")
    weakref.finalize(result, shutil.rmtree, work, True)
    return result


def _run(words: list[str], folder: Path, show: bool | None) -> None:
    progress = Progress(show)
    try:
        SERVER.ask(*words, "--progress", "json", "--json", listen=progress)
    except Stopped:
        if not (folder / "fit.json").is_file():
            raise
    finally:
        progress.close()


def _replace(out: object) -> list[str]:
    """A folder that is named again is meant: the rows may lie in another temporary file."""
    return [] if out is None else ["--overwrite"]


def _words(name: str, value: Any) -> list[str]:
    if value is None or value is False:
        return []
    if value is True:
        return [f"--{name}"]
    if isinstance(value, (list, tuple)):
        if name in ("features", "drop"):
            return [f"--{name}", ",".join(map(str, value))]
        return [word for one in value for word in _words(name, one)]
    return [f"--{name}", str(value)]


def _priors(prior: str | Mapping[str, str] | Sequence[str] | None) -> list[str]:
    if isinstance(prior, Mapping):
        return [word for name, text in prior.items() for word in ("--prior", f"{name}={text}")]
    return _words("prior", [prior] if isinstance(prior, str) else prior)


class Fit:
    """A posterior, in the folder that the command writes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        file = folder / "fit.json"
        if not file.is_file():
            there = f"{folder} is not a result of perrin fit: it has no fit.json"
            raise PerrinError(there if folder.exists() else f"{folder}: there is no such folder")
        self.info: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        self._index: pd.Index | None = None
        if not self.complete:
            warnings.warn("the fit is incomplete: it was stopped before its end", stacklevel=3)

    @property
    def complete(self) -> bool:
        """Whether the run went to its end."""
        return bool(self.info["complete"])

    @property
    def names(self) -> list[str]:
        """The parameters."""
        return [str(parameter["name"]) for parameter in self.info["parameters"]]

    @property
    def family(self) -> str:
        """The model."""
        return str(self.info["model"]["name"])

    @property
    def formula(self) -> str | None:
        """As it was given."""
        asked = self.info["request"].get("design", {}).get("formula")
        return None if asked is None else str(asked)

    @property
    def notes(self) -> list[str]:
        """What a reader of the results should know."""
        return [str(note) for note in self.info["notes"]]

    @property
    def priors(self) -> pd.Series[str]:
        """The prior of each parameter."""
        return pd.Series({str(p["name"]): str(p["prior"]) for p in self.info["parameters"]}, name="prior")

    @functools.cached_property
    def _all(self) -> npt.NDArray[np.float64]:
        return _draws.read(self.folder, len(self.info["statistics"]) + len(self.info["parameters"]))

    def draws(self) -> pd.DataFrame:
        """All draws, a column for each parameter; the index has chain and draw, both from 0."""
        values = self._all[:, :, len(self.info["statistics"]) :]
        chains, count, parameters = values.shape
        index = pd.MultiIndex.from_product([range(chains), range(count)], names=["chain", "draw"])
        return pd.DataFrame(values.reshape(-1, parameters), index=index, columns=self.names)

    def group_effects(self) -> pd.DataFrame:
        """Draws of the effects of groups, ``(1 | town)``: of as many draws as the fit keeps them of.

        The index has chain and draw, as that of :meth:`draws`.
        """
        file = self.folder / "effects.bin"
        if not file.is_file():
            raise PerrinError("the fit has no effects of groups, as of (1 | town)")
        effects = [name for name in self.summary().index if name not in set(self.names)]
        kept, values = _draws.group_effects(file, len(effects))
        return pd.DataFrame(values, index=self.draws().index[kept], columns=effects)

    def _keeps_all(self) -> bool:
        return not (self.folder / "effects.bin").is_file() or len(self.group_effects()) == len(self.draws())

    def summary(self, *, interval: float | None = None) -> pd.DataFrame:
        """Mean, sd, quantiles, effective draws and R-hat of every parameter.

        ``interval`` chooses the probability between the quantiles, 0.9 if not given.
        """
        if interval is None:
            text = (self.folder / "summary.csv").read_text(encoding="utf-8")
        else:
            text = SERVER.ask("summary", self.folder, "--interval", str(interval), "--groups", "--csv")
        return pd.read_csv(io.StringIO(text), index_col="name", keep_default_na=False, na_values=[""])

    def predict(
        self,
        new: Any = None,
        *,
        type: str = "response",
        quantiles: Sequence[float] | None = None,
        interval: float = 0.9,
        draws: int = 500,
        names: Sequence[str] | None = None,
        strict: bool = False,
    ) -> pd.DataFrame:
        """Predicts rows: mean, sd and interval of the posterior predictive distribution.

        ``type`` may also be ``"link"`` for the linear predictor, ``"class"`` for the likeliest class, or
        ``"quantile"`` for the ``quantiles`` of the predictive distribution.

        The result has the index of ``new``; of models with classes it has a row for each row and
        class. A row that cannot be predicted (a missing value, an unknown level) has NaN and the
        reason in the column ``problem``, or is an error with ``strict``.
        """
        source = self._rows() if new is None else Source.of(new, names)
        with tempfile.TemporaryDirectory(prefix="perrin-") as work:
            target = Path(work, "predictions.csv")
            words: list[str | os.PathLike[str]] = ["predict", self.folder, source.parquet(Path(work))]
            words += ["--out", target, "--interval", str(interval), "--draws", str(draws), "--type", type]
            words += _words("quantiles", None if quantiles is None else ",".join(map(str, quantiles)))
            SERVER.ask(*words, *(["--strict"] if strict else []))
            table = pd.read_csv(target, keep_default_na=False, na_values={"problem": []})
        return _indexed(table, source.index)

    def sample(
        self, new: Any = None, *, draws: int = 500, seed: int = 1, names: Sequence[str] | None = None
    ) -> npt.NDArray[np.float64]:
        """Targets drawn from the posterior predictive distribution: draws by rows.

        Each line belongs to one draw of the parameters; NaN stands for rows that cannot be
        predicted. Classes are their places in the order of the classes, from 0.
        """
        source = self._rows() if new is None else Source.of(new, names)
        parts: list[npt.NDArray[np.float64]] = []
        with tempfile.TemporaryDirectory(prefix="perrin-") as work:
            target = Path(work, "samples.npy")
            words: list[str | os.PathLike[str]] = ["predict", self.folder, source.parquet(Path(work))]
            words += ["--out", Path(work, "predictions.csv"), "--samples", target, "--draws", str(max(2, draws))]
            while sum(map(len, parts)) < draws:  # a fit may have fewer draws than are asked for
                SERVER.ask(*words, "--seed", str(seed + len(parts)), warn=not parts)
                parts.append(np.load(target).T)
        return np.concatenate(parts)[:draws]

    def check(self, *, gradients: int = 200) -> Check:
        """Compares the draws with their model, and the model with the data, which are read again."""
        words = ["check", str(self.folder), "--gradients", str(gradients), "--json"]
        return Check._of(json.loads(SERVER.ask(*words, accept=(0, 1)) or "null"))

    def loo(self, *, rows: int | str | None = None) -> Loo:
        """How well the model predicts rows that it has not seen, by leave-one-out."""
        return loo(self.folder, rows)

    def effects(
        self,
        *columns: str,
        at: Mapping[str, Sequence[Any]] | None = None,
        by: str | None = None,
        interval: float = 0.9,
        **options: Any,
    ) -> Effects:
        """What the response does as columns change and the others stay as they are, averaged over rows.

        Of a number its slope and predictions at five quantiles, of levels predictions and differences from
        the first; of all columns if none is named. ``at={"hour": [5, 12]}`` chooses values, ``by`` a
        column for whose values effects are computed apart; options are those of ``perrin effects``, as
        ``ratio=True`` or ``scale="link"``.
        """
        words = [*columns, *_words("by", by), "--interval", str(interval)]
        for name, values in (at or {}).items():
            words += ["--at", f"{name}={','.join(map(str, values))}"]
        for name, value in options.items():
            words += _words(name.replace("_", "-"), value)
        return effects(self.folder, words)

    def to_arviz(self, *, log_likelihood: bool | None = None) -> Any:
        """The draws for ArviZ, under the names of the data: ``town[Bonn]`` is an element of ``town``.

        With the effects of groups, if all of them are kept (``group_effects="all"``), and with the log likelihoods of all rows, for ``az.loo``, if asked for, and without being asked
        where there are at most 20 million of them.
        """
        groups: dict[str, dict[str, Any]] = {}
        rows = int(self.info["data"]["rows"])
        wanted = rows * self._all.shape[0] * self._all.shape[1] <= _MOST_LIKELIHOODS
        if log_likelihood or (log_likelihood is None and wanted and self._has_rows() and self._keeps_all()):
            target = str(self.info["model"]["target"])
            importing = _draws.begin_import()
            try:
                values = self.log_likelihood()
            finally:
                importing.join()
            groups["log_likelihood"] = {target: (("chain", "draw", "row"), values)}
        about = {"inference_library": "perrin", "inference_library_version": str(self.info["perrin"])}
        effects = self._effects() if self._keeps_all() else None
        return _draws.to_arviz(self._all, self.info["statistics"], self.names, groups, about, effects)

    def _effects(self) -> tuple[list[str], _draws.Array] | None:
        """Effects of groups, all of whose draws are kept: names, and chains by draws by effects."""
        if not (self.folder / "effects.bin").is_file():
            return None
        table = self.group_effects()
        chains, count, _ = self._all.shape
        return list(table.columns), table.to_numpy().reshape(chains, count, -1)

    def log_likelihood(self) -> npt.NDArray[np.float64]:
        """Of every row given every draw: chains by draws by rows."""
        if not self._keeps_all():
            raise PerrinError("the effects of groups are kept of some draws only: fit again with group_effects='all'")
        chains, count, _ = self._all.shape
        with tempfile.TemporaryDirectory(prefix="perrin-") as work:
            file = Path(work, "log-lik.npy")
            SERVER.ask("loo", self.folder, "--rows", "all", "--log-lik", file, "--json")
            values: npt.NDArray[np.float64] = np.load(file)
        return values.T.reshape(chains, count, -1)

    def report(self) -> Path:
        """The page with pictures, to be opened in a browser."""
        return self.folder / "report.html"

    def save(self, folder: str | os.PathLike[str], *, data: bool = True, overwrite: bool = False) -> Path:
        """Copies the folder, with the rows unless ``data`` is False; :func:`load` opens it."""
        target = Path(folder).expanduser().absolute()
        if target.exists() and not (overwrite and (target / "fit.json").is_file()):
            raise PerrinError(f"{target} is there already: choose another folder, or give overwrite=True")
        if target.exists():
            shutil.rmtree(target)
        shutil.copytree(self.folder, target, ignore=None if data else shutil.ignore_patterns("data.parquet"))
        return target

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds the whole folder."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
            for path in sorted(self.folder.rglob("*")):
                file.write(path, path.relative_to(self.folder))
        return _unpickled, (packed.getvalue(),)

    def _rows(self) -> Source:
        own = self.folder / "data.parquet"
        if own.is_file():
            return Source(own, None, self._index)
        request = self.info["request"].get("data", {}).get("path")
        if not request:
            raise PerrinError("the rows of the fit are not in its folder: give them to predict(rows)")
        return Source(Path(self.info["directory"], request), None, None)

    def _has_rows(self) -> bool:
        try:
            path = self._rows().path
        except PerrinError:
            return False
        return path is not None and path.exists()

    def __repr__(self) -> str:
        rows, draws = self.info["data"]["rows"], self._all.shape
        head = (
            f"{self.family} of {self.info['model']['target']!r} on {rows:,} rows, "
            f"{draws[0]} × {draws[1]:,} draws{'' if self.complete else ' (incomplete)'}"
        )
        table = self.summary()[["mean", "sd", "q5", "q95", "ess_bulk", "rhat"]]
        shown = table.head(_MOST_SHOWN).to_string(float_format=lambda x: f"{x:.4g}")
        more = f"\n… and {len(table) - _MOST_SHOWN:,} more" if len(table) > _MOST_SHOWN else ""
        return "\n".join([head, "", shown + more, *(f"note: {note}" for note in self.notes)])

    def _repr_html_(self) -> str:
        head, _, _ = repr(self).partition("\n")
        table = self.summary()
        shown = table.head(_MOST_SHOWN).to_html(float_format=lambda x: f"{x:.4g}", border=0)
        more = f"<p>… and {len(table) - _MOST_SHOWN:,} more</p>" if len(table) > _MOST_SHOWN else ""
        notes = "".join(f"<p>note: {html.escape(note)}</p>" for note in self.notes)
        page = html.escape(self.report().read_text(encoding="utf-8"))
        frame = f'<iframe srcdoc="{page}" style="width:100%;height:600px;border:0" loading="lazy"></iframe>'
        return (
            f"<p><b>{html.escape(head)}</b></p>{shown}{more}{notes}"
            f"<details><summary>report</summary>{frame}</details>"
        )


def _indexed(table: pd.DataFrame, index: pd.Index | None) -> pd.DataFrame:
    """With the index of the rows in place of their numbers."""
    rows = table.pop("row").to_numpy() - 1
    if (table["problem"] == "").all():
        table.pop("problem")
    numbers = [name for name in table.columns if name not in ("class", "problem")]
    table[numbers] = table[numbers].apply(pd.to_numeric)
    labels = pd.RangeIndex(int(rows.max(initial=-1)) + 1) if index is None else index
    table.index = labels.take(rows)
    if "class" in table:
        table = table.set_index("class", append=True)
    return table


@dataclass(frozen=True)
class Check:
    """Whether draws are those of their model, and whether the model describes the data."""

    verdict: str
    """``ok``, ``unsure`` or ``biased``."""
    worst: str | None
    """The worst parameter, if any is biased."""
    parameters: pd.DataFrame = field(repr=False)
    """How far mean and sd of each parameter are off."""
    model: dict[str, Any]
    """What comparing the model with the data says."""

    @property
    def ok(self) -> bool:
        """Whether nothing speaks against the draws."""
        return self.verdict == "ok"

    @staticmethod
    def _of(node: dict[str, Any] | None) -> Check:
        if node is None:
            raise PerrinError("the check gave no result")
        parameters = pd.DataFrame(node["parameters"]).set_index("name")
        return Check(node["verdict"], node.get("worst"), parameters, node.get("model", {}))
