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
same = plain[:, -d:].reshape(chains, -1, d)
json.dump(
    {
        "shape": list(beta.shape),
        "identical": bool((beta == same).all()),
        "mean": beta.mean(axis=(0, 1)).tolist(),
        "sd": beta.std(axis=(0, 1), ddof=1).tolist(),
        "ess": [float(az.ess(beta[:, :, k])) for k in range(d)],
        "ess_plain": [float(az.ess(same[:, :, k])) for k in range(d)],
        "diverging": int(data.sample_stats["diverging"].values.sum()),
    },
    sys.stdout,
)
