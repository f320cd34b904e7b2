from __future__ import annotations

import time
from pathlib import Path

import arviz as az
import numpy as np
import pandas as pd
import pytest

import perrin
from perrin import _draws

pytestmark = pytest.mark.filterwarnings("ignore")


def test_variables_have_the_names_of_the_data(fit: perrin.Fit) -> None:
    data = fit.to_arviz()
    table = az.summary(data, round_to="none")
    assert list(table.index) == fit.names
    np.testing.assert_allclose(table["mean"].astype(float), fit.summary()["mean"], rtol=1e-9)
    assert data.posterior["town"].sel(town_dim="Kiel").shape == (4, 1000)
    assert np.isfinite(data.sample_stats["lp"]).all()


def test_what_nuts_knows_of_its_steps_goes_along(people: pd.DataFrame) -> None:
    stats = perrin.fit(people, "bought ~ age", sampler="nuts", draws=100, progress=False).to_arviz().sample_stats
    assert stats["diverging"].dtype == bool
    assert np.isfinite(stats["lp"]).all()


def test_arviz_draws_forests(fit: perrin.Fit) -> None:
    import matplotlib

    matplotlib.use("Agg")
    az.plot_forest(fit.to_arviz(), var_names=["age", "size"])


def test_effects_of_groups_go_along_where_all_are_kept(people: pd.DataFrame) -> None:
    import matplotlib

    matplotlib.use("Agg")
    options = {"family": "logistic", "chains": 2, "draws": 600, "progress": False}
    formula = "bought ~ age + (1 + age | town)"
    some = perrin.fit(people, formula, **options)
    assert "town" not in some.to_arviz().posterior
    fit = perrin.fit(people, formula, **options, group_effects="all")
    posterior = fit.to_arviz().posterior
    assert list(posterior["town_dim"].values) == [f"{t}{c}" for t in ("Bonn", "Kiel", "Ulm") for c in ("", ", age")]
    for level in posterior["town_dim"].values:
        expected = fit.group_effects()[f"town[{level}]"].to_numpy().reshape(2, 600)
        np.testing.assert_array_equal(posterior["town"].sel(town_dim=level), expected)
    az.plot_forest(fit.to_arviz(), var_names=["town"])


def test_leave_one_out_of_arviz_agrees_with_ours(fit: perrin.Fit) -> None:
    theirs = az.loo(fit.to_arviz())
    ours = fit.loo()
    elpd = getattr(theirs, "elpd", None)
    elpd = theirs["elpd_loo"] if elpd is None else elpd
    assert ours.elpd == pytest.approx(float(elpd), abs=0.05)


def test_four_million_numbers_take_less_than_a_second(tmp_path: Path) -> None:
    names = [f"b{k}" for k in range(500)] + [f"group[{k}]" for k in range(500)]
    draws = tmp_path / "draws"
    draws.mkdir()
    random = np.random.default_rng(1)
    for chain in range(1, 5):
        np.save(draws / f"chain-{chain}.npy", random.normal(size=(1000, 1001)))
    import xarray  # noqa: F401

    best = np.inf
    for _ in range(3):
        started = time.process_time()
        data = _draws.to_arviz(_draws.read(tmp_path, 1001), ["lp__"], names, {}, {})
        best = min(best, time.process_time() - started)
    assert data.posterior["group"].shape == (4, 1000, 500)
    assert best < 1


def test_chains_of_different_lengths_are_cut(tmp_path: Path) -> None:
    (tmp_path / "draws").mkdir()
    np.save(tmp_path / "draws" / "chain-1.npy", np.zeros((5, 2)))
    np.save(tmp_path / "draws" / "chain-2.npy", np.zeros((3, 2)))
    with pytest.warns(UserWarning, match="different lengths"):
        assert _draws.read(tmp_path, 2).shape == (2, 3, 2)


def test_indices_of_names() -> None:
    assert _draws.variables(["a", "a[1]", "b[x]", "b[y]", "c[u]:d[v]"]) == {
        "a": ([0], None),
        "a[1]": ([1], None),
        "b": ([2, 3], ["x", "y"]),
        "c[u]:d": ([4], ["v"]),
    }


def test_effects_of_a_factor_that_has_coefficients_have_a_name_of_their_own() -> None:
    draws = np.arange(12.0).reshape(1, 4, 3)
    effects = (["town[Bonn]", "town[Kiel]"], -draws[:, :, :2])
    posterior = _draws.to_arviz(draws, ["lp__"], ["a", "town[Kiel]"], {}, {}, effects).posterior
    assert posterior["town"].shape == (1, 4, 1)
    np.testing.assert_array_equal(posterior["town (effects)"], effects[1])
