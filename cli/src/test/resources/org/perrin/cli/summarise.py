"""Prints what ArviZ makes of the chains of a fit: mean, sd and bulk ESS of each parameter."""

import json
import logging
import sys
import warnings

warnings.simplefilter("ignore")
logging.disable(logging.WARNING)

import arviz as az
import cmdstanpy

fit = cmdstanpy.from_csv(sys.argv[1:])
data = az.from_cmdstanpy(fit)
beta = data.posterior["beta"].values
json.dump(
    [
        {
            "mean": float(beta[:, :, k].mean()),
            "sd": float(beta[:, :, k].std(ddof=1)),
            "ess": float(az.ess(beta[:, :, k], method="bulk")),
        }
        for k in range(beta.shape[2])
    ],
    sys.stdout,
)
