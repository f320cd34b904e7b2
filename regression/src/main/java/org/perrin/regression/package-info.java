/** From a table to a fit, and from a fit to predictions and to a folder. */
package org.perrin.regression;
