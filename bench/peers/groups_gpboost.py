"""Seconds of GPBoost's point estimate from data in memory. Argument: InstEval or flights."""
import sys
import time

import gpboost
import numpy as np
import pandas as pd

name = sys.argv[1]
d = pd.read_csv(f"{name}.csv")
one = np.ones(len(d))
if name == "InstEval":
    x = np.column_stack([one, d.service == 1]).astype(float)
    both = d.dept.astype(str) + ":" + d.service.astype(str)
    groups = np.column_stack([d.s.astype(str), d.d.astype(str), both])
    y, likelihood = d.y, "gaussian"
else:
    x = np.column_stack([one, d.hour, d.distance]).astype(float)
    groups, y, likelihood = pd.factorize(d.tailnum)[0], d.late, "bernoulli_logit"
began, used = time.time(), time.process_time()
model = gpboost.GPModel(group_data=groups, likelihood=likelihood)
model.fit(y=np.asarray(y, float), X=x)
seconds, cpu = time.time() - began, time.process_time() - used
scales = np.sqrt(np.ravel(model.get_cov_pars(format_pandas=False)))
print(f"gpboost {seconds:.2f} s, {cpu:.2f} CPU s, scales {np.round(scales, 4)}")
