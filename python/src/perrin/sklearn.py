"""Estimators for scikit-learn.

>>> from perrin.sklearn import BayesianRegressor
>>> model = BayesianRegressor().fit(X, y)
>>> model.predict(X), model.predict_interval(X), model.sample_y(X, 10)

All columns of ``X`` enter linearly; text and categorical columns of a data frame by their levels. For
formulas, groups, weights and other families use :func:`perrin.fit`. The posterior itself is the
:class:`perrin.Fit` in ``posterior_``.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.metrics import d2_tweedie_score
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, column_or_1d, validate_data

from ._command import PerrinError
from ._fit import Fit, fit

__all__ = ["BayesianClassifier", "BayesianCounts", "BayesianRegressor"]

_SEEDS = 2**31 - 1


def _has_levels(X: Any) -> bool:
    return isinstance(X, pd.DataFrame) and not all(map(pd.api.types.is_numeric_dtype, X.dtypes))


def _is_exact(X: Any, y: npt.NDArray[np.float64]) -> bool:
    """Whether a linear function of ``X`` is ``y``: the scale of the noise has no posterior then."""
    if _has_levels(X):
        return False
    design = np.column_stack([np.ones(len(y)), np.asarray(X, dtype=np.float64)])
    coefficients = np.linalg.lstsq(design, y, rcond=None)[0]
    return float(np.square(y - design @ coefficients).sum()) <= 1e-20 * float(np.square(y).sum())


def _unused(name: str, frame: pd.DataFrame) -> str:
    while name in frame.columns:
        name += "_"
    return name


class _Bayesian(BaseEstimator):  # type: ignore[misc]
    """What the estimators share: a table of ``X`` and ``y``, a fit, predictions."""

    posterior_: Fit

    def __init__(
        self,
        *,
        prior: str | Mapping[str, str] | None = None,
        sampler: str = "auto",
        chains: int = 4,
        draws: int = 1000,
        random_state: Any = 0,
    ) -> None:
        self.prior = prior
        self.sampler = sampler
        self.chains = chains
        self.draws = draws
        self.random_state = random_state

    def _train(self, X: Any, y: Any, family: str) -> None:
        frame = self._frame(X)
        target = _unused("y", frame)
        self.posterior_ = fit(
            frame.assign(**{target: y}),
            family=family,
            target=target,
            prior=self.prior,
            sampler=self.sampler,
            chains=self.chains,
            draws=self.draws,
            seed=int(check_random_state(self.random_state).randint(_SEEDS)),
            progress=False,
        )

    def _trained(self, X: Any, y: Any, numeric: bool) -> Any:
        """``X`` and ``y`` to fit to: numbers, or the data frame itself where a column is not numeric."""
        if not _has_levels(X):
            return validate_data(self, X, y, ensure_min_samples=2, y_numeric=numeric)
        validate_data(self, X, skip_check_array=True)
        y = column_or_1d(y, warn=True)
        if len(y) != len(X):
            raise ValueError(f"X has {len(X)} rows, y has {len(y)}")
        return X, y

    def _checked(self, X: Any) -> Any:
        """Rows to predict."""
        return validate_data(self, X, reset=False, skip_check_array=_has_levels(X))

    def _frame(self, X: Any) -> pd.DataFrame:
        if isinstance(X, pd.DataFrame):
            return X.reset_index(drop=True)
        names = getattr(self, "feature_names_in_", [f"x{k}" for k in range(X.shape[1])])
        return pd.DataFrame(np.asarray(X), columns=list(names))

    def _predicted(self, X: Any, interval: float = 0.9) -> pd.DataFrame:
        check_is_fitted(self, "posterior_")
        checked = self._checked(X)
        return self.posterior_.predict(self._frame(checked), interval=interval, strict=True)

    def _samples(self, X: Any, n_samples: int, random_state: Any) -> npt.NDArray[np.float64]:
        check_is_fitted(self, "posterior_")
        seed = int(check_random_state(random_state).randint(_SEEDS))
        return self.posterior_.sample(self._frame(self._checked(X)), draws=n_samples, seed=seed).T


class _Numbers(_Bayesian):
    """Predictions that are numbers."""

    def predict(self, X: Any, return_std: bool = False) -> Any:
        """The mean of the posterior predictive distribution of each row, with its sd if asked for."""
        table = self._predicted(X)
        mean = table["mean"].to_numpy()
        return (mean, table["sd"].to_numpy()) if return_std else mean

    def predict_interval(self, X: Any, coverage: float = 0.9) -> npt.NDArray[np.float64]:
        """Lower and upper end of an interval that holds the target of a row with that probability."""
        table = self._predicted(X, coverage)
        return np.asarray(table.iloc[:, [2, 3]].to_numpy(), dtype=np.float64)

    def sample_y(self, X: Any, n_samples: int = 1, random_state: Any = 0) -> npt.NDArray[np.float64]:
        """Targets drawn from the posterior predictive distribution: rows by samples."""
        return self._samples(X, n_samples, random_state)


class BayesianRegressor(RegressorMixin, _Numbers):  # type: ignore[misc]
    """Linear regression with normal noise.

    Parameters
    ----------
    prior
        Of the coefficients, as in :func:`perrin.fit`; scaled by the data if not given.
    sampler, chains, draws
        How to sample.
    random_state
        Fixes every draw.
    """

    def fit(self, X: Any, y: Any) -> BayesianRegressor:
        """Samples the posterior."""
        X, y = self._trained(X, y, numeric=True)
        y = np.asarray(y, dtype=np.float64)
        try:
            self._train(X, y, "linear")
        except PerrinError:
            if not _is_exact(X, y):
                raise
            warnings.warn("X explains y exactly: noise of a millionth of its sd is added", stacklevel=2)
            noise = np.random.default_rng(0).normal(0, 1e-6 * (y.std() or 1.0), len(y))
            self._train(X, y + noise, "linear")
        return self


class BayesianCounts(_Numbers):
    """Poisson regression of counts: targets are 0, 1, 2, …; ``score`` is the share of deviance explained.

    Parameters are those of :class:`BayesianRegressor`.
    """

    def fit(self, X: Any, y: Any) -> BayesianCounts:
        """Samples the posterior."""
        X, y = self._trained(X, y, numeric=True)
        y = np.asarray(y, dtype=np.float64)
        if (y < 0).any() or (y != np.rint(y)).any():
            raise ValueError("counts are whole numbers from 0 on: use BayesianRegressor for others")
        self._train(X, y, "poisson")
        return self

    def score(self, X: Any, y: Any) -> float:
        """D², the share of the Poisson deviance that the predictions explain."""
        return float(d2_tweedie_score(y, self.predict(X), power=1))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        tags.target_tags.positive_only = True
        return tags


class BayesianClassifier(ClassifierMixin, _Bayesian):  # type: ignore[misc]
    """Logistic regression of two classes, multinomial of more.

    Parameters are those of :class:`BayesianRegressor`.
    """

    classes_: npt.NDArray[Any]

    def fit(self, X: Any, y: Any) -> BayesianClassifier:
        """Samples the posterior."""
        X, y = self._trained(X, y, numeric=False)
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError(f"y has one class, {self.classes_[0]!r}: a classifier needs two at least")
        levels = [f"class {k}" for k in range(len(self.classes_))]
        binary = len(levels) == 2
        labels = pd.Categorical.from_codes(codes, pd.Index(levels))
        self._train(X, labels, "logistic" if binary else "multinomial")
        return self

    def predict_proba(self, X: Any) -> npt.NDArray[np.float64]:
        """The probability of each class."""
        return np.asarray(self._of_classes(self._predicted(X), "mean"))

    def predict_proba_interval(self, X: Any, coverage: float = 0.9) -> npt.NDArray[np.float64]:
        """Intervals of the probabilities: rows by classes by lower and upper end."""
        table = self._predicted(X, coverage)
        low, high = (self._of_classes(table, table.columns[k]) for k in (2, 3))
        if len(self.classes_) == 2:
            low[:, 0], high[:, 0] = high[:, 0].copy(), low[:, 0].copy()
        return np.stack([low, high], axis=2)

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The most probable class."""
        best = self.predict_proba(X).argmax(axis=1)
        return np.asarray(self.classes_[best])

    def sample_y(self, X: Any, n_samples: int = 1, random_state: Any = 0) -> npt.NDArray[Any]:
        """Classes drawn from the posterior predictive distribution: rows by samples."""
        drawn = self._samples(X, n_samples, random_state)
        return np.asarray(self.classes_[drawn.astype(np.intp)])

    def _of_classes(self, table: pd.DataFrame, column: str) -> npt.NDArray[np.float64]:
        values = table[column].to_numpy(dtype=np.float64)
        if len(self.classes_) == 2:
            return np.column_stack([1 - values, values])
        return values.reshape(-1, len(self.classes_))
