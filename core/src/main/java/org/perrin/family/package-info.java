/** Families: how a response depends on its predictors, one file each. */
@NullMarked
package org.perrin.family;

import org.jspecify.annotations.NullMarked;
