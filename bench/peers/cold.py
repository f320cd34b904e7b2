"""A point estimate of the same model from the same file, in a process of its own: prints seconds of reading.

usage: cold.py sklearn|glum|duckdb FILE TARGET [POSITIVE]
"""

import sys
import time

start = time.perf_counter()
peer, file, target = sys.argv[1:4]
positive = float(sys.argv[4]) if len(sys.argv) > 4 else None

if peer == "duckdb":
    import duckdb

    columns = duckdb.sql(f"SELECT * FROM read_csv('{file}') LIMIT 0").columns
    sums = ", ".join(f'sum("{name}")' for name in columns)
    started = time.perf_counter()
    duckdb.sql(f"SELECT {sums} FROM read_csv('{file}')").fetchall()
    print(f"{time.perf_counter() - started:.2f}")
    sys.exit()

import pandas as pd

table = pd.read_csv(file)
read = time.perf_counter()
y = table.pop(target).to_numpy()
y = (y == positive).astype(float) if positive is not None else y.astype(float)
x = table.to_numpy(dtype=float)
x = (x - x.mean(0)) / x.std(0).clip(1e-12)
if peer == "sklearn":
    from sklearn.linear_model import LogisticRegression

    # the prior normal(0, 2.5) of standardised columns is a penalty with C = 2.5²
    LogisticRegression(solver="newton-cholesky", C=6.25, tol=1e-6, max_iter=200).fit(x, y)
else:
    from glum import GeneralizedLinearRegressor

    alpha = 1 / (6.25 * len(y))
    GeneralizedLinearRegressor(family="binomial", alpha=alpha, l1_ratio=0, gradient_tol=1e-6).fit(x, y)
print(f"{read - start:.2f}")
