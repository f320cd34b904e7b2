/** Formulas in the manner of R, as text and as trees. */
package org.perrin.io.formula;
