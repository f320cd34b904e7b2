"""The table that all scripts share: logistic, covertype-like, made once and kept."""

import os
import sys

import numpy as np

FOLDER = os.environ.get("PERRIN_PEERS", "target/peers")


def load(rows=435_759, columns=55):
    path = os.path.join(FOLDER, f"table-{rows}.npz")
    if os.path.exists(path):
        table = np.load(path)
        return table["x"], table["y"]
    random = np.random.default_rng(1)
    x = np.zeros((rows, columns))
    x[:, 0] = 1
    x[:, 1:11] = random.standard_normal((rows, 10))
    x[np.arange(rows), 11 + random.integers(0, 4, rows)] = 1
    level = np.minimum(random.geometric(0.15, rows) - 1, 39)
    x[np.arange(rows), 15 + level] = 1
    theta = 0.5 * random.standard_normal(columns)
    y = (random.random(rows) < 1 / (1 + np.exp(-x @ theta))).astype(float)
    os.makedirs(FOLDER, exist_ok=True)
    np.savez(path, x=x, y=y)
    return x, y


def mode(x, y, variance=10.0):
    """Newton's method; the posterior mode and its covariance."""
    theta = np.zeros(x.shape[1])
    for _ in range(12):
        p = 1 / (1 + np.exp(-x @ theta))
        gradient = x.T @ (p - y) + theta / variance
        hessian = (x * (p * (1 - p))[:, None]).T @ x + np.eye(len(theta)) / variance
        theta = theta - np.linalg.solve(hessian, gradient)
    return theta, np.linalg.inv(hessian)


def say(name, value, unit):
    print(f"{name}\t{value:.6g}\t{unit}")
    sys.stdout.flush()
