"""Makes the numbers that EffectsTest compares with: statsmodels' average marginal effects.

    pip install statsmodels scikit-learn
    python effects.py        (in this folder; writes effects.json)

The data are those of ../judge, which loo.py wrote. Effects are at the estimate of maximum likelihood:
EffectsTest takes that for all draws, so that both compute the same averages.
"""
import json

import pandas as pd
import statsmodels.api as sm

MODELS = {
    "spector": [("logistic", sm.Logit), ("probit", sm.Probit)],
    "fair": [("logistic", sm.Logit)],
    "randhie": [("poisson", sm.Poisson)],
    "stackloss": [("linear", sm.OLS)],
    "diabetes": [("linear", sm.OLS)],
}
DUMMIES = {"spector": "PSI", "randhie": "hlthp"}


def main():
    out = []
    for name, models in MODELS.items():
        frame = pd.read_csv(f"../judge/{name}.csv")
        x = sm.add_constant(frame.drop(columns="y"))
        for family, model in models:
            fit = model(frame.y, x).fit(disp=0, **({} if model is sm.OLS else {"tol": 1e-12}))
            one = {"data": name, "family": family, "params": list(fit.params)}
            if model is sm.OLS:
                one["sigma"] = float(fit.scale**0.5)
                slopes = list(fit.params[1:])
            else:
                slopes = list(fit.get_margeff(at="overall", method="dydx").margeff)
                one["at_means"] = list(fit.get_margeff(at="mean", method="dydx").margeff)
            one["slopes"] = dict(zip(frame.columns[1:], slopes))
            if name in DUMMIES:
                column = DUMMIES[name]
                both = [fit.predict(x.assign(**{column: v})).mean() for v in (0, 1)]
                one["dummy"] = {"column": column, "low": both[0], "high": both[1]}
                known = dict(zip(frame.columns[1:], fit.get_margeff(dummy=True).margeff))
                assert abs(known[column] - (both[1] - both[0])) < 1e-9
            out.append(one)
    with open("effects.json", "w") as file:
        json.dump(out, file, indent=2)


if __name__ == "__main__":
    main()
