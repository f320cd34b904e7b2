/**
 * The paper's experiments: every figure from data to curves, with its claims as inequalities.
 * {@link org.perrin.bench.paper.Reproduction} runs them.
 */
package org.perrin.bench.paper;
