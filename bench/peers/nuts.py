"""NUTS of NumPyro and BlackJAX on 5,000 rows, dense mass matrix: least effective draws a second.

Warm-up and compilation count, as they do for a user who waits; four hundred steps of each.
"""

import time

import jax
import jax.numpy as jnp
import numpy as np

from data import load, say

jax.config.update("jax_enable_x64", True)
ROWS = 5_000
STEPS = 400


def least_ess(draws):
    from numpyro.diagnostics import effective_sample_size

    return float(np.min(effective_sample_size(np.asarray(draws)[None])))


def numpyro(potential, d):
    from numpyro.infer import MCMC, NUTS

    kernel = NUTS(potential_fn=potential, dense_mass=True)
    mcmc = MCMC(kernel, num_warmup=STEPS, num_samples=STEPS, progress_bar=False)
    start = time.time()
    mcmc.run(jax.random.PRNGKey(0), init_params=jnp.zeros(d))
    draws = mcmc.get_samples()
    say("NumPyro NUTS", least_ess(draws) / (time.time() - start), "effective draws/s")


def blackjax(potential, d):
    import blackjax

    def logdensity(theta):
        return -potential(theta)

    start = time.time()
    warmup = blackjax.window_adaptation(
        blackjax.nuts, logdensity, is_mass_matrix_diagonal=False
    )
    (state, parameters), _ = warmup.run(jax.random.PRNGKey(1), jnp.zeros(d), num_steps=STEPS)
    kernel = blackjax.nuts(logdensity, **parameters).step

    @jax.jit
    def run(state, keys):
        def step(state, key):
            state, _ = kernel(key, state)
            return state, state.position

        return jax.lax.scan(step, state, keys)

    _, draws = run(state, jax.random.split(jax.random.PRNGKey(2), STEPS))
    draws.block_until_ready()
    say("BlackJAX NUTS", least_ess(draws) / (time.time() - start), "effective draws/s")


def main():
    x, y = load(ROWS)
    X, Y = jnp.array(x), jnp.array(y)

    def potential(theta):
        eta = X @ theta
        return jnp.sum(jnp.logaddexp(0.0, eta) - Y * eta) + theta @ theta / 20

    numpyro(potential, x.shape[1])
    blackjax(potential, x.shape[1])


main()
