"""Tests run against the real command: the checkout's, or that of PERRIN_COMMAND."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_diabetes

import perrin


@pytest.fixture(scope="session")
def people() -> pd.DataFrame:
    """Two classes explained by a number, levels with an order of their own, flags, dates, gaps."""
    random = np.random.default_rng(1)
    n = 300
    age = random.uniform(20, 70, n)
    size = random.choice(["small", "large"], n)
    bought = random.random(n) < 1 / (1 + np.exp(-(0.06 * (age - 45) + (size == "large"))))
    return pd.DataFrame(
        {
            "age": age,
            "size": pd.Categorical(size, categories=["small", "large"]),
            "town": random.choice(["Ulm", "Bonn", "Kiel"], n),
            "member": random.random(n) < 0.5,
            "visits": pd.array(random.integers(0, 9, n), dtype="Int64"),
            "day": pd.Timestamp("2026-01-01") + pd.to_timedelta(random.integers(0, 300, n), unit="D"),
            "bought": np.where(bought, "yes", "no"),
        },
        index=[f"p{i}" for i in range(n)],
    )


@pytest.fixture(scope="session")
def diabetes() -> pd.DataFrame:
    return load_diabetes(as_frame=True, scaled=False).frame


@pytest.fixture(scope="session")
def fit(people: pd.DataFrame) -> perrin.Fit:
    return perrin.fit(people, "bought ~ age + size + town", family="logistic", progress=False)
