"""The table that all share: the one of `./perrin bench speed`, as Perrin packed it (docs/formats.md)."""

import os
import struct
import sys

import numpy as np

FOLDER = os.environ.get("PERRIN_PEERS", "target/peers")


def load(rows=435_759):
    """Design with an intercept in front, and responses, of the first rows."""
    path = os.path.join(FOLDER, "table.perrin")
    with open(path, "rb") as file:
        header = file.read(28)
    width, count, columns = struct.unpack("<iqi", header[12:28])
    assert width == 8 and rows <= count
    table = np.fromfile(path, np.float64, rows * columns, offset=4096).reshape(rows, columns)
    return np.hstack([np.ones((rows, 1)), table[:, :-1]]), table[:, -1].copy()


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
