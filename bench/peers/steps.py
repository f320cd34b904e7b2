"""SGLD-CV-PS steps a second in JAX, double precision, one chain."""

import time

import jax
import jax.numpy as jnp
import numpy as np

from data import load, mode, say

jax.config.update("jax_enable_x64", True)
N_SUB = 435
EPSILON = 1e-6


def main():
    x, y = load()
    rows, d = x.shape
    theta_hat, covariance = mode(x, y)
    p_hat = 1 / (1 + np.exp(-x @ theta_hat))
    start = time.time()
    spread = np.sqrt(np.einsum("ij,jk,ik->i", x, covariance, x))
    weights = p_hat * (1 - p_hat) * np.linalg.norm(x, axis=1) * spread
    weights /= weights.sum()
    say("weights, structured", time.time() - start, "s")
    X, Y, P = jnp.array(x), jnp.array(y), jnp.array(weights)
    hat = jnp.array(theta_hat)
    residual = jnp.array(p_hat - y)
    full = X.T @ residual + hat / 10

    def row_gradient(theta, xi, yi):
        return jax.grad(lambda t: jnp.logaddexp(0.0, xi @ t) - yi * (xi @ t))(theta)

    rows_gradient = jax.vmap(row_gradient, in_axes=(None, 0, 0))

    @jax.jit
    def estimate(theta, index, p):
        xs, ys = X[index], Y[index]
        difference = rows_gradient(theta, xs, ys) - rows_gradient(hat, xs, ys)
        return full + (theta - hat) / 10 + jnp.mean(difference / p[:, None], axis=0)

    # as experiments are written: a Python loop, rows chosen again from the weights at every step
    key = jax.random.PRNGKey(0)
    theta = hat
    steps = 100
    for t in range(-5, steps):
        if t == 0:
            start = time.time()
        key, draw, noise = jax.random.split(key, 3)
        index = jax.random.choice(draw, rows, shape=(N_SUB,), p=P)
        g = estimate(theta, index, P[index])
        theta = theta - EPSILON / 2 * g + jnp.sqrt(EPSILON) * jax.random.normal(noise, (d,))
    theta.block_until_ready()
    say("JAX, a loop over steps", steps / (time.time() - start), "steps/s")

    # the fastest form: everything in one scan, draws by a search in the cumulated weights
    cumulated = jnp.cumsum(P)

    @jax.jit
    def scan(theta, key):
        def step(carry, key):
            draw, noise = jax.random.split(key)
            index = jnp.searchsorted(cumulated, jax.random.uniform(draw, (N_SUB,), jnp.float64))
            index = jnp.minimum(index, rows - 1)
            xs = X[index]
            r = jax.nn.sigmoid(xs @ carry) - Y[index] - residual[index]
            g = full + (carry - hat) / 10 + xs.T @ (r / P[index]) / N_SUB
            moved = carry - EPSILON / 2 * g
            moved = moved + jnp.sqrt(EPSILON) * jax.random.normal(noise, (d,), jnp.float64)
            return moved, None

        return jax.lax.scan(step, theta, jax.random.split(key, 2000))[0]

    scan(hat, key).block_until_ready()
    best = 0
    for _ in range(5):
        start = time.time()
        scan(hat, key).block_until_ready()
        best = max(best, 2000 / (time.time() - start))
    say("JAX, one jitted scan", best, "steps/s")


main()
