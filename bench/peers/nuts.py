"""NUTS of NumPyro and BlackJAX on 20,000 rows: least effective draws a second."""

import time

import jax
import jax.numpy as jnp
import numpy as np

from data import load, say

jax.config.update("jax_enable_x64", True)


def least_ess(draws):
    from numpyro.diagnostics import effective_sample_size

    return float(np.min(effective_sample_size(np.asarray(draws)[None])))


def main():
    x, y = load()
    X, Y = jnp.array(x[:20_000]), jnp.array(y[:20_000])
    d = X.shape[1]

    def potential(theta):
        eta = X @ theta
        return jnp.sum(jnp.logaddexp(0.0, eta) - Y * eta) + theta @ theta / 20

    from numpyro.infer import MCMC, NUTS

    mcmc = MCMC(NUTS(potential_fn=potential), num_warmup=300, num_samples=300, progress_bar=False)
    start = time.time()
    mcmc.run(jax.random.PRNGKey(0), init_params=jnp.zeros(d))
    draws = mcmc.get_samples()
    say("NumPyro NUTS, 20,000 rows", least_ess(draws) / (time.time() - start), "effective draws/s")

    import blackjax

    logdensity = lambda theta: -potential(theta)
    start = time.time()
    warmup = blackjax.window_adaptation(blackjax.nuts, logdensity)
    (state, parameters), _ = warmup.run(jax.random.PRNGKey(1), jnp.zeros(d), num_steps=300)
    kernel = blackjax.nuts(logdensity, **parameters).step

    @jax.jit
    def run(state, keys):
        return jax.lax.scan(lambda s, k: (lambda r: (r[0], r[0].position))(kernel(k, s)), state, keys)

    _, draws = run(state, jax.random.split(jax.random.PRNGKey(2), 300))
    draws.block_until_ready()
    say("BlackJAX NUTS, 20,000 rows", least_ess(draws) / (time.time() - start), "effective draws/s")


main()
