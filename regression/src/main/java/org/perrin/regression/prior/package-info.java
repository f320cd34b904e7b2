/** Priors: as texts, and those that follow from the data. */
@NullMarked
package org.perrin.regression.prior;

import org.jspecify.annotations.NullMarked;
