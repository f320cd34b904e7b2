/** Posteriors: likelihoods of rows times a prior, with their derivatives and bounds. */
@NullMarked
package org.perrin.model;

import org.jspecify.annotations.NullMarked;
