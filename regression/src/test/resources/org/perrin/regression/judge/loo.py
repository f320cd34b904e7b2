"""Makes the numbers that LooTest compares with: ArviZ's loo of five data sets of Python packages.

    pip install 'arviz==0.19.0' 'matplotlib<3.9' statsmodels scikit-learn
    python loo.py        (in this folder; writes *.csv and loo.json)

The draws are not a posterior, only something like one: normal around the estimate of maximum
likelihood, in four chains with autocorrelation 0.3. Every number is written with all its digits, so
that the log likelihoods here and in Java are the same to rounding.
"""
import json

import arviz as az
import numpy as np
import pandas as pd
import statsmodels.api as sm
from scipy import special, stats
from sklearn import datasets

CHAINS, DRAWS = 4, 100


def sets():
    spector = sm.datasets.spector.load_pandas().data
    yield "spector", "logistic", spector.rename(columns={"GRADE": "y"})[["y", "GPA", "TUCE", "PSI"]]
    fair = sm.datasets.fair.load_pandas().data.iloc[::40]
    fair = fair.assign(y=(fair.affairs > 0).astype(float))
    yield "fair", "logistic", fair[["y", "age", "religious", "rate_marriage"]]
    rand = sm.datasets.randhie.load_pandas().data.iloc[::120]
    yield "randhie", "poisson", rand.rename(columns={"mdvis": "y"})[["y", "lncoins", "idp", "hlthp"]]
    stack = sm.datasets.stackloss.load_pandas().data
    stack = stack.rename(columns={"STACKLOSS": "y"})
    yield "stackloss", "linear", stack[["y", "AIRFLOW", "WATERTEMP", "ACIDCONC"]]
    sugar = datasets.load_diabetes(as_frame=True, scaled=False).frame.iloc[::3]
    yield "diabetes", "linear", sugar.rename(columns={"target": "y"})[["y", "bmi", "bp", "age"]]


def chains(mean, covariance, rng):
    root = np.linalg.cholesky(covariance)
    z = rng.standard_normal((CHAINS, DRAWS, len(mean)))
    for t in range(1, DRAWS):
        z[:, t] = 0.3 * z[:, t - 1] + np.sqrt(1 - 0.09) * z[:, t]
    return mean + z @ root.T


def log_likelihood(family, theta, x, y):
    eta = theta[..., : x.shape[1]] @ x.T
    if family == "logistic":
        return -np.logaddexp(0, np.where(y > 0, -eta, eta))
    if family == "poisson":
        return y * eta - np.exp(eta) - special.gammaln(y + 1)
    return stats.norm.logpdf(y, eta, theta[..., -1:])


def main():
    rng = np.random.default_rng(20)
    totals = {}
    for name, family, frame in sets():
        x = sm.add_constant(frame.drop(columns="y")).to_numpy(float)
        y = frame.y.to_numpy(float)
        kind = {"logistic": sm.families.Binomial, "poisson": sm.families.Poisson,
                "linear": sm.families.Gaussian}[family]()
        fit = sm.GLM(y, x, family=kind).fit()
        theta = chains(np.asarray(fit.params), np.asarray(fit.cov_params()), rng)
        names = ["(Intercept)", *frame.columns[1:]]
        if family == "linear":
            sigma = np.sqrt(fit.scale) * np.exp(
                rng.standard_normal((CHAINS, DRAWS, 1)) / np.sqrt(2 * len(y)))
            theta = np.concatenate([theta, sigma], axis=2)
            names.append("sigma")
        data = az.from_dict(
            posterior={n: theta[..., k] for k, n in enumerate(names)},
            log_likelihood={"y": log_likelihood(family, theta, x, y)})
        loo = az.loo(data, pointwise=True)
        frame.to_csv(f"{name}.csv", index=False)
        pd.DataFrame(theta.reshape(-1, len(names)), columns=names).to_csv(
            f"{name}-draws.csv", index=False)
        pd.DataFrame({"elpd": loo.loo_i, "k": loo.pareto_k}).to_csv(f"{name}-loo.csv", index=False)
        totals[name] = {"family": family, "elpd": loo.elpd_loo, "se": loo.se, "p": loo.p_loo,
                        "limit": loo.good_k, "arviz": az.__version__}
    with open("loo.json", "w") as out:
        json.dump(totals, out, indent=2)


if __name__ == "__main__":
    main()
