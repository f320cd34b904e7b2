/**
 * Hard posteriors, sampled as a user would, against answers that are known or computed at length.
 */
package org.perrin.bench.truth;
