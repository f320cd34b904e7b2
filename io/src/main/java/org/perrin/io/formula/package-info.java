/** Formulas in the manner of R, as text and as trees. */
@NullMarked
package org.perrin.io.formula;

import org.jspecify.annotations.NullMarked;
