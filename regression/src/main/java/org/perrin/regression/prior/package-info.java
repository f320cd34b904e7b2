/** Priors: as texts, and those that follow from the data. */
package org.perrin.regression.prior;
