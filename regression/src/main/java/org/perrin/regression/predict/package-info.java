/** Predictive distributions of rows, and their scores. */
package org.perrin.regression.predict;
