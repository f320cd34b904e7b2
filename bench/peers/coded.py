"""glum's point estimate of a logistic regression with six factors of 1,000 levels in all and four
numbers, rows as `perrin bench coded` makes them: python coded.py [rows]. With the name of a Parquet
file it writes them there, factors as texts: python coded.py 10000000 factors.parquet"""
import sys
import time

import numpy as np
import pandas as pd

rows = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
random = np.random.default_rng(3)
sizes = [(400, 0.98), (250, 0.97), (150, 0.96), (100, 0.95), (60, 0.93), (40, 0.9)]
slopes = [0.5, -0.3, 0.2, -0.1]
table = {}
eta = np.full(rows, -1.5)
for k, slope in enumerate(slopes):
    table[f"x{k + 1}"] = random.standard_normal(rows)
    eta += slope * table[f"x{k + 1}"]
for f, (levels, ratio) in enumerate(sizes):
    p = ratio ** np.arange(levels)
    p /= p.sum()
    effects = 0.4 * random.standard_normal(levels)
    codes = np.searchsorted(np.cumsum(p)[:-1], random.random(rows), side="right")
    eta += effects[codes] - p @ effects
    names = [f"l{level:03d}" for level in range(levels)]
    table[f"f{f + 1}"] = pd.Categorical.from_codes(codes, names)
y = (random.random(rows) < 1 / (1 + np.exp(-eta))).astype(float)
table = pd.DataFrame(table)
if len(sys.argv) > 2:
    table.assign(y=y.astype(int)).to_parquet(sys.argv[2])
    sys.exit()

from glum import GeneralizedLinearRegressor

# the posterior mode under N(0, 10): a mean loss and a penalty of alpha/2 ‖β‖²
model = GeneralizedLinearRegressor(family="binomial", alpha=0.1 / rows, l1_ratio=0, drop_first=True)
start = time.perf_counter()
cpu = time.process_time()
model.fit(table, y)
print(
    f"glum: {time.perf_counter() - start:.1f} s, {time.process_time() - cpu:.1f} s of CPU, "
    f"{model.n_iter_} iterations, {model.coef_.size} coefficients"
)
