from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import perrin
from perrin._command import SERVER, command


def test_a_summary_has_the_names_and_levels_of_the_data(fit: perrin.Fit) -> None:
    table = fit.summary()
    assert list(table.index) == ["(Intercept)", "age", "size[large]", "town[Kiel]", "town[Ulm]"]
    assert 0.03 < table.loc["age", "mean"] < 0.09
    assert table.loc["size[large]", "mean"] > 0
    assert (table["rhat"] < 1.02).all()


def test_draws_are_the_numbers_of_the_csv_file_to_the_bit(fit: perrin.Fit) -> None:
    table = pd.read_csv(fit.folder / "draws.csv", float_precision="round_trip")
    np.testing.assert_array_equal(fit.draws().to_numpy(), table[fit.names].to_numpy())
    assert fit.draws().index.names == ["chain", "draw"]


def test_the_same_seed_gives_the_same_draws_and_the_command_gives_them_too(
    people: pd.DataFrame, tmp_path: Path
) -> None:
    options = {"seed": 7, "chains": 2, "draws": 50}
    one = perrin.fit(people, "bought ~ age", **options)
    two = perrin.fit(people, "bought ~ age", **options)
    np.testing.assert_array_equal(one.draws(), two.draws())
    people[["age", "bought"]].to_csv(tmp_path / "people.csv", index=False)
    words = ["--formula", "bought ~ age", "--seed", "7", "--chains", "2", "--draws", "50"]
    subprocess.run(
        [*command(), "fit", "people.csv", *words, "--out", "f"], cwd=tmp_path, check=True, capture_output=True
    )
    np.testing.assert_array_equal(one.draws(), perrin.load(tmp_path / "f").draws())
    three = perrin.fit(people, "bought ~ age", **{**options, "seed": 8})
    assert not np.array_equal(one.draws(), three.draws())


def test_predictions_have_the_index_of_the_rows_and_say_what_is_wrong(
    fit: perrin.Fit, people: pd.DataFrame
) -> None:
    new = people.head(4).copy()
    new.loc["p1", "town"] = "Rome"
    new.loc["p2", "age"] = np.nan
    table = fit.predict(new, interval=0.5)
    assert list(table.index) == ["p0", "p1", "p2", "p3"]
    assert list(table.columns) == ["mean", "sd", "q25", "q75", "problem"]
    assert table["mean"].notna().tolist() == [True, False, False, True]
    assert "Rome" in table.loc["p1", "problem"]
    with pytest.raises(perrin.PerrinError, match="^data: values are missing"):
        fit.predict(new, strict=True)
    assert "problem" not in fit.predict(people)
    pd.testing.assert_index_equal(fit.predict().index, people.index)


def test_predictions_are_of_any_type(fit: perrin.Fit, people: pd.DataFrame) -> None:
    few = people.head(3)
    link = fit.predict(few, type="link")["mean"].to_numpy(float)
    shares = fit.predict(few)["mean"].to_numpy(float)
    np.testing.assert_allclose(1 / (1 + np.exp(-link)), shares, atol=0.02)
    likeliest = fit.predict(few, type="class")
    assert len(likeliest) == 3
    assert list(fit.predict(few, type="quantile", quantiles=[0.1, 0.9]).columns) == ["q10", "q90"]
    with pytest.raises(perrin.PerrinError, match="type"):
        fit.predict(few, type="nonsense")


def test_classes_have_a_row_each(people: pd.DataFrame) -> None:
    fit = perrin.fit(people, "town ~ age", family="multinomial", chains=1, draws=100)
    table = fit.predict(people.head(3))
    assert table.index.names == [None, "class"]
    assert table.loc["p2"].index.tolist() == ["Bonn", "Kiel", "Ulm"]
    np.testing.assert_allclose(table["mean"].groupby(level=0).sum(), 1)


def test_draws_are_checked_against_the_data_that_went_with_them(fit: perrin.Fit) -> None:
    check = fit.check()
    assert check.ok and check.worst is None
    assert list(check.parameters.index) == fit.names


def test_errors_are_one_exception_with_the_line_of_the_command(people: pd.DataFrame) -> None:
    with pytest.raises(perrin.PerrinError, match=r'^data: there is no column "aeg".*did you mean "age"'):
        perrin.fit(people, "bought ~ aeg")
    with pytest.raises(perrin.PerrinError, match='there is no option "--famly"'):
        perrin.fit(people, "bought ~ age", famly="logistic")
    with pytest.raises(perrin.PerrinError, match="no such folder"):
        perrin.load("/nowhere")
    with pytest.raises(perrin.PerrinError, match='column "mixed" mixes values of types'):
        perrin.fit(pd.DataFrame({"mixed": [1, "a", 2.5], "y": [1.0, 2.0, 3.0]}), "y ~ mixed")
    with pytest.raises(perrin.PerrinError, match="not known"):
        perrin.fit(object(), "y ~ x")
    for formula in (3, ["bought ~ age", 3]):
        with pytest.raises(perrin.PerrinError, match="a formula is a text, or a list of them, not int"):
            perrin.fit(people, formula)  # type: ignore[arg-type]


def test_a_fit_is_saved_loaded_and_pickled(fit: perrin.Fit, people: pd.DataFrame, tmp_path: Path) -> None:
    there = fit.save(tmp_path / "there")
    again = perrin.load(there)
    np.testing.assert_array_equal(again.draws(), fit.draws())
    pd.testing.assert_frame_equal(again.predict(people), fit.predict(people))
    assert again.check().ok
    with pytest.raises(perrin.PerrinError, match="there already"):
        fit.save(there)
    fit.save(there, overwrite=True, data=False)
    assert not (there / "data.parquet").exists()
    copy = pickle.loads(pickle.dumps(fit))
    assert copy.folder != fit.folder
    pd.testing.assert_frame_equal(copy.summary(), fit.summary())


def test_a_temporary_folder_goes_with_its_fit(people: pd.DataFrame) -> None:
    fit = perrin.fit(people, "bought ~ age", chains=1, draws=20)
    folder = fit.folder
    assert folder.exists()
    del fit
    assert not folder.parent.exists()


def test_options_priors_and_further_formulas_reach_the_command(diabetes: pd.DataFrame, tmp_path: Path) -> None:
    fit = perrin.fit(
        diabetes,
        ["target ~ bmi + age", "sigma ~ bmi"],
        family="linear",
        prior={"bmi": "normal(0, 0.5)"},
        prior_intercept="normal(150, 100)",
        chains=2,
        draws=50,
        out=tmp_path / "d",
    )
    assert fit.folder == tmp_path / "d"
    assert fit.priors["bmi"] == "normal(0, 0.5)"
    assert any(name.startswith("sigma") for name in fit.names)
    assert abs(fit.summary().loc["bmi", "mean"]) < 7


def test_a_notebook_shows_the_summary_and_the_report(fit: perrin.Fit) -> None:
    page = fit._repr_html_()
    assert "town[Kiel]" in page and "<iframe srcdoc=" in page and "logistic of" in page
    assert "town[Kiel]" in repr(fit)
    assert fit.report().is_file()


@pytest.fixture
def heard() -> Iterator[None]:
    """Background jobs of a shell ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard")
def test_ctrl_c_keeps_the_draws_so_far(people: pd.DataFrame) -> None:
    perrin.fit(people, "bought ~ age", chains=1, draws=20)  # the process is there and warm
    wait = threading.Timer(3.0, lambda: os.kill(os.getpid(), signal.SIGINT))
    wait.start()
    try:
        with pytest.warns(UserWarning, match="incomplete"):
            fit = perrin.fit(people, "bought ~ age", sampler="nuts", draws=5_000_000, chains=1)
    finally:
        wait.cancel()
    assert not fit.complete
    assert 0 < len(fit.draws()) < 5_000_000
    assert perrin.fit(people, "bought ~ age", chains=1, draws=20).complete


@pytest.mark.usefixtures("heard")
def test_ctrl_c_before_the_first_draw_is_ctrl_c(people: pd.DataFrame) -> None:
    SERVER.close()
    wait = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    wait.start()
    with pytest.raises(KeyboardInterrupt):
        perrin.fit(people, "bought ~ age", sampler="nuts", draws=5_000_000)


def test_a_process_that_was_killed_is_started_again(people: pd.DataFrame) -> None:
    perrin.fit(people, "bought ~ age", chains=1, draws=20)
    assert SERVER._process is not None
    SERVER._process.kill()
    SERVER._process.wait()
    assert perrin.fit(people, "bought ~ age", chains=1, draws=20).complete


def test_a_fork_has_a_process_of_its_own(people: pd.DataFrame, tmp_path: Path) -> None:
    script = tmp_path / "forked.py"
    people.to_parquet(tmp_path / "people.parquet")
    script.write_text(
        "import multiprocessing as mp, perrin, sys\n"
        "def fit(seed):\n"
        "    return perrin.fit(sys.argv[1], 'bought ~ age', seed=seed, chains=1, draws=20).summary().loc['age', 'mean']\n"
        "if __name__ == '__main__':\n"
        "    here = fit(1)\n"
        "    with mp.get_context('fork').Pool(1) as pool:\n"
        "        assert pool.map(fit, [1]) == [here]\n"
        "    assert fit(1) == here\n"
    )
    subprocess.run([sys.executable, script, tmp_path / "people.parquet"], check=True, timeout=120)


def test_the_command_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERRIN_COMMAND", "nice '/a b/perrin'")
    assert command() == ["nice", "/a b/perrin"]


def test_the_command_may_be_named_by_itself() -> None:
    itself = f"{sys.executable} -m perrin"
    environment = {**os.environ, "PERRIN_COMMAND": itself, "PYTHONPATH": str(Path(perrin.__file__).parent.parent)}
    said = subprocess.run(
        [sys.executable, "-m", "perrin", "--version"], env=environment, capture_output=True, text=True, timeout=60
    )
    assert said.stdout.startswith("perrin "), said.stderr


def test_progress_is_shown_where_it_is_asked_for(people: pd.DataFrame, capsys: pytest.CaptureFixture[str]) -> None:
    perrin.fit(people, "bought ~ age", chains=1, draws=20, progress=True)
    shown = capsys.readouterr().err
    assert "reading" in shown and "draws" in shown
    perrin.fit(people, "bought ~ age", chains=1, draws=20)
    assert capsys.readouterr().err == ""


def test_the_package_is_typed() -> None:
    folder = Path(__file__).resolve().parents[1]
    done = subprocess.run([sys.executable, "-m", "mypy"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_a_warm_process_is_quick(people: pd.DataFrame) -> None:
    perrin.fit(people, "bought ~ age", chains=1, draws=20)
    started = time.monotonic()
    perrin.fit(people, "bought ~ age", chains=1, draws=20)
    assert time.monotonic() - started < 10


def test_fits_are_compared_by_their_names(fit: perrin.Fit, people: pd.DataFrame) -> None:
    small = perrin.fit(people, "bought ~ town", family="logistic")
    table = perrin.compare(small=small, large=fit).table
    assert list(table.index) == ["large", "small"]
    assert table.loc["small", "difference"] < -4
    assert table.loc["large", "elpd"] == pytest.approx(fit.loo().elpd)


def test_what_cannot_be_compared_has_its_name_in_the_message(fit: perrin.Fit, people: pd.DataFrame) -> None:
    few = perrin.fit(people.head(100), "bought ~ town", family="logistic")
    with pytest.raises(perrin.PerrinError, match="fit few and fit all are not .* they have 100 and "):
        perrin.compare(few=few, all=fit)
    with pytest.raises(perrin.PerrinError, match="fit 1 is of type str: give fits"):
        perrin.compare(fit, "folder")  # type: ignore[arg-type]


def test_targets_are_drawn(fit: perrin.Fit, people: pd.DataFrame) -> None:
    new = people.head(5).copy()
    new.loc["p3", "town"] = "Rome"
    drawn = fit.sample(new, draws=4500, seed=2)
    assert drawn.shape == (4500, 5)
    assert np.isnan(drawn[:, 3]).all()
    known = drawn[:, [0, 1, 2, 4]]
    assert set(np.unique(known)) == {0, 1}
    # the sd of a share of 4,500 is 0.0075 at most; four rows, five sds
    mean = fit.predict(new, draws=4000)["mean"].to_numpy()[[0, 1, 2, 4]]
    assert np.abs(known.mean(axis=0) - mean).max() < 0.0375
    np.testing.assert_array_equal(drawn, fit.sample(new, draws=4500, seed=2))


def test_effects_are_slopes_and_differences(fit: perrin.Fit) -> None:
    table = fit.effects("age", "size").table
    slope = table.loc["age", "slope"]["mean"].iloc[0]
    assert 0.005 < slope < 0.02  # a quarter of the coefficient at most
    kinds = table.loc["size"].index.get_level_values("effect")
    assert {"prediction", "difference"} <= set(kinds)
    chosen = fit.effects(at={"age": [30, 60]}, interval=0.5).table
    assert {"q25", "q75"} <= set(chosen.columns)
    assert chosen.loc[("age", "prediction", "30"), "mean"] < chosen.loc[("age", "prediction", "60"), "mean"]


def test_summaries_have_any_interval(fit: perrin.Fit) -> None:
    wide = fit.summary(interval=0.98)
    assert (wide["q1"] < fit.summary()["q5"]).all() and (wide["q99"] > fit.summary()["q95"]).all()


def test_effects_of_groups_are_read(people: pd.DataFrame) -> None:
    fit = perrin.fit(people, "bought ~ age + (1 | town)", family="logistic", chains=2, draws=300)
    effects = fit.group_effects()
    assert list(effects.columns) == ["town[Bonn]", "town[Kiel]", "town[Ulm]"]
    expected = fit.summary().loc[effects.columns]
    # at least 100 effective draws are kept: the error of a mean is a tenth of an sd, four of them
    assert (np.abs(effects.mean() - expected["mean"]) < 0.4 * expected["sd"]).all()
    fit.to_arviz()


def test_notes_of_commands_are_warnings_at_the_line_that_asks(people: pd.DataFrame) -> None:
    fit = perrin.fit(people, "bought ~ age + (1 | town)", family="logistic", chains=2, draws=100)
    new = people.head(3).assign(town="Rome")
    for ask in (lambda: fit.predict(new), lambda: fit.sample(new, draws=500)):  # twice 200 draws and 100 more
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            ask()
        assert [str(w.message).partition(":")[0] for w in seen] == [
            '3 rows of levels of "town" that were not there when the model was fitted'
        ]
        assert seen[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fit.predict(people.head(3))


def test_draws_of_the_prior_are_warned_of_without_the_folder(people: pd.DataFrame) -> None:
    prior = perrin.fit(people, "bought ~ age", family="logistic", prior_only=True, chains=2, draws=100)
    with pytest.warns(UserWarning, match=r"^the fit holds draws from the prior alone \(prior_only=True\)$"):
        prior.predict(people.head(3))


def test_errors_advise_arguments(people: pd.DataFrame, fit: perrin.Fit) -> None:
    with pytest.raises(perrin.PerrinError, match=r'leave the rows out \(missing="drop"\)'):
        perrin.fit(people.assign(age=people["age"].where(people["age"] > 30)), "bought ~ age")
    with pytest.raises(perrin.PerrinError, match=r"perrin\.compare\(fit, fit\)"):
        perrin.compare(fit)
