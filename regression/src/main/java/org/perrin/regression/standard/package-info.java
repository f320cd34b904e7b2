/** Statistics of columns, and the centring and scaling that follow from them. */
@NullMarked
package org.perrin.regression.standard;

import org.jspecify.annotations.NullMarked;
