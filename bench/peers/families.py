"""Every family under flat priors of its coefficients, against maximum likelihood by others.

Prints a Markdown table: by how many standard errors posterior means and a peer's estimates differ at most, and the
ratio of standard deviations to standard errors that is farthest from 1, over all coefficients.

    families.py PERRIN FOLDER [FAMILY …]
"""

import json
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import statsmodels.api as sm
from lifelines import WeibullAFTFitter
from scipy import stats
from statsmodels.discrete.truncated_model import HurdleCountModel
from statsmodels.miscmodels.ordinal_model import OrderedModel
from statsmodels.miscmodels.tmodel import TLinearModel
from statsmodels.othermod.betareg import BetaModel

warnings.filterwarnings("ignore")
perrin, folder = sys.argv[1], Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
N = 4000
rng = np.random.default_rng(2210)
a = rng.normal(size=N)
b = rng.uniform(-1, 1, size=N)
X = sm.add_constant(np.column_stack([a, b]))
eta = 0.5 + 0.4 * a - 0.6 * b
mu = np.exp(eta)
p = 1 / (1 + np.exp(-eta))
links = sm.families.links


def glm(y, family, **more):
    fit = sm.GLM(y, X, family=family).fit(**more)
    return fit.params, fit.bse


def discrete(model, **more):
    fit = model.fit(disp=0, maxiter=500, **more)
    return np.asarray(fit.params), np.asarray(fit.bse)


def some(estimates, places):
    return estimates[0][places], estimates[1][places]


def negative_binomial(phi):
    return rng.negative_binomial(phi, phi / (phi + mu))


def zeros(y):
    return np.where(rng.uniform(size=N) < 0.25, 0, y)


def positive(draw):
    y = draw()
    while np.any(y == 0):
        again = draw()
        y = np.where(y == 0, again, y)
    return y


def ordered(noise):
    return np.digitize(eta + noise, [-0.5, 0.7, 1.8])


def classes():
    e = np.column_stack([np.zeros(N), 0.3 + 0.5 * a, -0.2 + 0.4 * b])
    return np.argmax(e + rng.gumbel(size=e.shape), axis=1)


def weibull():
    time = mu * rng.weibull(1.6, size=N)
    end = rng.exponential(4, size=N)
    return np.minimum(time, end), time <= end


def survival(y, seen, shape):
    frame = pd.DataFrame({"t": y, "seen": seen, "a": a, "b": b})
    fit = WeibullAFTFitter().fit(frame, "t", "seen")
    order = [("lambda_", k) for k in ("Intercept", "a", "b")]
    return fit.params_[order].to_numpy(), fit.standard_errors_[order].to_numpy()


def exponential(y, seen):
    # the likelihood of censored times is that of counts of events with the time as exposure
    fit = sm.GLM(seen.astype(float), X, family=sm.families.Poisson(), offset=np.log(y)).fit()
    return -fit.params, fit.bse


def student(y):
    fit = TLinearModel(y, X).fit(disp=0, maxiter=5000, maxfun=5000)
    return fit.params[:3], fit.bse[:3]


def robust(y):
    fit = TLinearModel(y, X, fix_df=4).fit(disp=0, maxiter=5000, maxfun=5000)
    return fit.params[:3], fit.bse[:3]


def quantile(y):
    fit = sm.QuantReg(y, X).fit(q=0.5, max_iter=5000)
    return fit.params, None


CASES = {}


def case(name, y, peer, by, seen=None):
    CASES[name] = (y, peer, by, seen)


mle = "statsmodels"
y = rng.uniform(size=N) < p
case("logistic", y, lambda y: discrete(sm.Logit(y, X)), mle)
case("probit", rng.uniform(size=N) < stats.norm.cdf(eta), lambda y: discrete(sm.Probit(y, X)), mle)
case("cloglog", rng.uniform(size=N) < -np.expm1(-np.exp(eta - 1)),
     lambda y: glm(y, sm.families.Binomial(links.CLogLog())), mle)
case("linear", eta + rng.normal(size=N), lambda y: glm(y, sm.families.Gaussian()), mle)
case("student", eta + rng.standard_t(5, size=N), student, mle)
case("quantile", eta + rng.laplace(size=N), quantile, mle)
case("poisson", rng.poisson(mu), lambda y: glm(y, sm.families.Poisson()), mle)
case("negative-binomial", negative_binomial(2.0),
     lambda y: some(discrete(sm.NegativeBinomial(y, X)), slice(0, 3)), mle)
case("geometric", rng.geometric(1 / (1 + mu)) - 1,
     lambda y: glm(y, sm.families.NegativeBinomial(alpha=1.0), scale=1.0), mle)
case("zero-inflated-poisson", zeros(rng.poisson(mu)),
     lambda y: some(discrete(sm.ZeroInflatedPoisson(y, X)), slice(1, 4)), mle)
case("zero-inflated-negative-binomial", zeros(negative_binomial(3.0)),
     lambda y: some(discrete(sm.ZeroInflatedNegativeBinomialP(y, X)), slice(1, 4)), mle)
case("hurdle-poisson", zeros(positive(lambda: rng.poisson(mu))),
     lambda y: some(discrete(HurdleCountModel(y, X)), slice(3, 6)), mle)
case("hurdle-negative-binomial", zeros(positive(lambda: negative_binomial(3.0))),
     lambda y: some(discrete(HurdleCountModel(y, X, dist="negbin", zerodist="poisson")), slice(3, 6)), mle)
case("gamma", rng.gamma(3.0, mu / 3.0), lambda y: glm(y, sm.families.Gamma(links.Log())), mle)
case("inverse-gaussian", rng.wald(mu, 3.0), lambda y: glm(y, sm.families.InverseGaussian(links.Log())), mle)
case("lognormal", np.exp(eta + 0.7 * rng.normal(size=N)),
     lambda y: glm(np.log(y), sm.families.Gaussian()), mle)
case("beta", np.clip(rng.beta(8 * p, 8 * (1 - p)), 1e-9, 1 - 1e-9),
     lambda y: some(discrete(BetaModel(y, X)), slice(0, 3)), mle)
case("ordinal", ordered(rng.logistic(size=N)),
     lambda y: some(discrete(OrderedModel(y, X[:, 1:], distr="logit")), slice(0, 2)), mle)
case("ordinal-probit", ordered(rng.normal(size=N)),
     lambda y: some(discrete(OrderedModel(y, X[:, 1:], distr="probit")), slice(0, 2)), mle)
case("multinomial", classes(),
     lambda y: (lambda f: (f.params.T.ravel(), f.bse.T.ravel()))(sm.MNLogit(y, X).fit(disp=0)), mle)
t, seen = weibull()
case("weibull", t, lambda y: survival(y, seen, None), "lifelines", seen)
case("exponential", t, lambda y: exponential(y, seen), mle, seen)

n = 1 + rng.integers(10, size=N)
case("robust", eta + rng.standard_t(4, size=N), robust, mle)
for name, link, chance in (("binomial", links.Logit(), p), ("binomial-probit", links.Probit(), stats.norm.cdf(eta)),
                           ("binomial-cloglog", links.CLogLog(), -np.expm1(-np.exp(eta - 1)))):
    case(name, rng.binomial(n, chance),
         lambda y, link=link: glm(np.column_stack([y, n - y]), sm.families.Binomial(link)), mle)

SLOPES_ONLY = {"ordinal", "ordinal-probit"}
print("| family | peer | means differ by at most, se | sd / se farthest from 1 |")
print("|---|---|---|---|")
for name, (y, peer, by, events) in CASES.items():
    if sys.argv[3:] and name not in sys.argv[3:]:
        continue
    y = np.asarray(y, dtype=float)
    estimate, error = peer(y)
    table = pd.DataFrame({"a": a, "b": b, "y": y if events is None else np.where(events, y, -y)})
    asked = ["-t", "y"]
    if name.startswith("binomial"):
        table["n"] = n
        asked = ["-f", "y | trials(n) ~ a + b"]
    source = folder / "t.csv"
    table.to_csv(source, index=False)
    command = [perrin, "fit", str(source), *asked, "-m", name, "--prior", "flat", "--prior-intercept", "flat",
               "--draws", "2000", "-o", str(folder / name), "--overwrite", "--json", "-q"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        print(f"| {name} | {by} | failed: {done.stderr.strip()} | |")
        continue
    rows = json.loads(done.stdout)["summary"]
    kept = [r for r in rows if name == "multinomial" or r["name"] in ("(Intercept)", "a", "b")]
    kept = [r for r in kept if name not in SLOPES_ONLY or r["name"] != "(Intercept)"]
    mean = np.array([r["mean"] for r in kept])
    sd = np.array([r["sd"] for r in kept])
    scale = sd if error is None else error
    off = np.max(np.abs(mean - estimate) / scale)
    ratio = "–" if error is None else "%.3f" % max(sd / error, key=lambda r: abs(np.log(r)))
    print(f"| {name} | {by} | {off:.3f} | {ratio} |", flush=True)
