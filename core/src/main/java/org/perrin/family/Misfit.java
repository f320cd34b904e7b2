package org.perrin.family;

/**
 * What is seen of responses that a family does not describe.
 *
 * @param dispersion the mean of {@code (y − μ)²/μ}: 1 for Poisson's counts
 * @param skewness of what is left of responses without their means
 * @param excess kurtosis of that, 0 for a normal and 3 for a Laplace distribution
 * @param positive whether all responses are above 0
 */
public record Misfit(double dispersion, double skewness, double excess, boolean positive) {}
