from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_diabetes, load_iris
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from perrin.sklearn import BayesianClassifier, BayesianCounts, BayesianRegressor

QUICK = {"chains": 1, "draws": 60}


@parametrize_with_checks(
    [BayesianClassifier(**QUICK), BayesianRegressor(**QUICK), BayesianCounts(**QUICK)]
)
@pytest.mark.filterwarnings("ignore")
def test_the_checks_of_scikit_learn(estimator, check) -> None:
    check(estimator)


def test_numbers_agree_with_least_squares_and_intervals_hold_what_they_say() -> None:
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    model = BayesianRegressor(prior="flat").fit(X, y)
    expected = LinearRegression().fit(X, y).predict(X)
    mean, sd = model.predict(X, return_std=True)
    assert np.abs(mean - expected).max() < 0.05 * sd.min()
    low, high = model.predict_interval(X, 0.8).T
    # of 442 rows 80 %: an sd of 1.9 %, and 3.9 sds, one in ten thousand
    assert abs(((low <= y) & (y <= high)).mean() - 0.8) < 0.075
    drawn = model.sample_y(X, 400, random_state=3)
    assert drawn.shape == (442, 400)
    # of 442 rows the largest of as many deviations of a mean of 400: below 5 standard errors
    assert (np.abs(drawn.mean(axis=1) - mean) < 5 * sd / 20).all()
    assert np.abs(drawn.std(axis=1) / sd - 1).mean() < 0.06
    # noise is independent between rows
    noise = (drawn - mean[:, None]) / sd[:, None]
    assert abs(np.corrcoef(noise[:200].ravel(), noise[200:400].ravel())[0, 1]) < 0.02


def test_classes_keep_their_labels() -> None:
    X, y = load_iris(return_X_y=True)
    labels = np.array(["set", "ver", "vir"])[y]
    model = BayesianClassifier(draws=200, chains=2).fit(X, labels)
    p = model.predict_proba(X)
    np.testing.assert_allclose(p.sum(axis=1), 1)
    assert list(model.classes_) == ["set", "ver", "vir"]
    assert model.score(X, labels) > 0.95
    ends = model.predict_proba_interval(X)
    assert ((ends[:, :, 0] <= p) & (p <= ends[:, :, 1])).mean() > 0.95
    drawn = model.sample_y(X, 200, random_state=1)
    shares = np.stack([(drawn == label).mean(axis=1) for label in model.classes_], axis=1)
    assert np.abs(shares - p).max() < 0.2


def test_two_classes_agree_with_logistic_regression() -> None:
    X, y = load_iris(return_X_y=True)
    X, y = X[50:, :2], y[50:]
    model = BayesianClassifier().fit(X, y)
    expected = LogisticRegression(C=1e4).fit(X, y).predict_proba(X)
    assert np.abs(model.predict_proba(X) - expected).mean() < 0.02
    low, high = model.predict_proba_interval(X)[:, 0].T
    assert (low < high).all()


def test_counts_and_levels_in_a_data_frame() -> None:
    random = np.random.default_rng(4)
    X = pd.DataFrame({"x": random.normal(size=300), "kind": random.choice(list("abc"), 300)})
    y = random.poisson(np.exp(0.5 * X["x"] + (X["kind"] == "b")))
    model = BayesianCounts(draws=200, chains=2).fit(X, y)
    assert "kind[b]" in model.posterior_.names
    assert 0.2 < model.score(X, y) < 1
    drawn = model.sample_y(X, 50)
    assert (drawn == np.rint(drawn)).all() and drawn.min() >= 0
    assert drawn.mean() == pytest.approx(y.mean(), rel=0.1)
    with pytest.raises(ValueError, match="whole numbers"):
        model.fit(X, y + 0.5)


def test_estimators_stand_in_pipelines() -> None:
    X, y = load_diabetes(return_X_y=True)
    pipe = make_pipeline(StandardScaler(), BayesianRegressor(**QUICK))
    assert cross_val_score(pipe, X, y, cv=3).mean() > 0.4
