"""Loads draws as a user would, and prints what ArviZ makes of them."""

import json
import logging
import sys
import warnings

warnings.simplefilter("ignore")
logging.disable(logging.WARNING)

import arviz as az
import cmdstanpy
import numpy as np

*files, table = sys.argv[1:]
fit = cmdstanpy.from_csv(files)
data = az.from_cmdstanpy(fit) if hasattr(az, "from_cmdstanpy") else None
beta = data.posterior["beta"].values
plain = np.genfromtxt(table, delimiter=",", skip_header=1)
chains = int(plain[:, 0].max())
d = beta.shape[2]
stats = data.sample_stats
# ArviZ 0.x reads the files without cmdstanpy too
other = az.from_cmdstan(files) if hasattr(az, "from_cmdstan") else data


def total(source, name):
    return int(source.sample_stats[name].values.sum()) if name in source.sample_stats else None


same = plain[:, -d:].reshape(chains, -1, d)
json.dump(
    {
        "shape": list(beta.shape),
        "identical": bool((beta == same).all()),
        "mean": beta.mean(axis=(0, 1)).tolist(),
        "sd": beta.std(axis=(0, 1), ddof=1).tolist(),
        "ess": [float(az.ess(beta[:, :, k])) for k in range(d)],
        "ess_plain": [float(az.ess(same[:, :, k])) for k in range(d)],
        "agree": bool((other.posterior["beta"].values == beta).all()),
        "columns": sorted(c for c in fit.column_names if c.endswith("__")),
        "algorithm": fit.metadata.cmdstan_config["algorithm"],
        "lp": float(stats["lp"].values.sum()) if np.isfinite(stats["lp"].values).all() else None,
        "diverging": total(data, "diverging"),
        "diverging_too": total(other, "diverging"),
        "leapfrogs": total(data, "n_steps"),
        "divergences": None if fit.divergences is None else [int(n) for n in fit.divergences],
    },
    sys.stdout,
)
