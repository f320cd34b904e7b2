"""A LIBSVM file of 200,000 rows, 1,000 features, some 15 of them in a row, and scikit-learn's point estimate from it.

usage: sparse_rows.py write FILE | sparse_rows.py sklearn FILE
"""

import sys
import time

import numpy as np

what, file = sys.argv[1:3]
if what == "write":
    random = np.random.default_rng(1)
    features = 1000
    slopes = random.normal(0, 0.3, features)
    often = 1 / np.arange(1, features + 1) ** 0.7
    often /= often.sum()
    with open(file, "w") as out:
        for _ in range(200_000):
            places = np.unique(random.choice(features, 15, p=often))
            values = np.round(random.normal(1, 0.5, len(places)), 3)
            y = int(random.random() < 1 / (1 + np.exp(1 - values @ slopes[places])))
            out.write(f"{y} " + " ".join(f"{k + 1}:{v}" for k, v in zip(places, values)) + "\n")
else:
    started = time.perf_counter()
    from sklearn.datasets import load_svmlight_file
    from sklearn.linear_model import LogisticRegression

    x, y = load_svmlight_file(file)
    read = time.perf_counter()
    LogisticRegression(C=6.25, tol=1e-6, max_iter=1000).fit(x, y)
    print(f"reading {read - started:.2f} s, all {time.perf_counter() - started:.2f} s")
