"""Bayesian regression on large tables.

>>> import perrin
>>> fit = perrin.fit(df, "late ~ hour + (1 | tailnum)", family="logistic")
>>> fit.summary()

``fit`` takes a data frame (pandas, polars, Arrow, NumPy, DuckDB) or the path of a file and returns a
:class:`Fit`; ``load`` opens a folder that ``Fit.save`` or the command ``perrin fit`` wrote; ``compare``
ranks fits of the same rows by how well they predict.
"""

from ._command import PerrinError
from ._fit import Check, Fit, fit, load
from ._judge import Comparison, Effects, Loo, compare

__version__ = "0.1.0.dev0"

__all__ = [
    "Check",
    "Comparison",
    "Effects",
    "Fit",
    "Loo",
    "PerrinError",
    "compare",
    "fit",
    "load",
]
