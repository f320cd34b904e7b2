/**
 * Your own model in one file: the negative log density of a row and of the prior, written in plain
 * arithmetic over {@link org.perrin.autodiff.Num}, becomes a model like any other. Gradients come
 * from a reverse sweep over a tape, second derivatives from tangents on it.
 */
@NullMarked
package org.perrin.autodiff;

import org.jspecify.annotations.NullMarked;
