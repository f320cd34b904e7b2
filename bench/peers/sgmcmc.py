"""SGLD-CV steps a second of SGMCMCJax, uniform rows, double precision, one chain."""

import time
import types

import jax
import jax.experimental
import jax.numpy as jnp

from data import load, mode, say

jax.config.update("jax_enable_x64", True)
# its progress bar, which stays off here, asks for a module that JAX no longer has
jax.experimental.host_callback = types.ModuleType("host_callback")

from sgmcmcjax.kernels import build_sgldCV_kernel  # noqa: E402

N_SUB = 435
EPSILON = 1e-6
STEPS = 1000


def main():
    x, y = load()
    theta_hat, _ = mode(x, y)

    def loglikelihood(theta, xi, yi):
        eta = xi @ theta
        return yi * eta - jnp.logaddexp(0.0, eta)

    def logprior(theta):
        return -theta @ theta / 20

    init, kernel, get = build_sgldCV_kernel(
        EPSILON, loglikelihood, logprior, (jnp.array(x), jnp.array(y)), N_SUB, jnp.array(theta_hat)
    )

    @jax.jit
    def run(key, state):
        def step(state, t):
            return kernel(t, jax.random.fold_in(key, t), state), None

        return jax.lax.scan(step, state, jnp.arange(STEPS))[0]

    key = jax.random.PRNGKey(0)
    state = init(key, jnp.array(theta_hat))
    jax.block_until_ready(run(key, state))
    best = 0
    for _ in range(3):
        start = time.time()
        jax.block_until_ready(get(run(key, state)))
        best = max(best, STEPS / (time.time() - start))
    say("SGMCMCJax, SGLD-CV in one scan", best, "steps/s")


main()
