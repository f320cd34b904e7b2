/** Statistics of columns, and the centring and scaling that follow from them. */
package org.perrin.regression.standard;
