/** Predictive distributions of rows, and their scores. */
@NullMarked
package org.perrin.regression.predict;

import org.jspecify.annotations.NullMarked;
