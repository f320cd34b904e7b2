/** Tables of numbers in memory and in mapped files. */
@NullMarked
package org.perrin.data;

import org.jspecify.annotations.NullMarked;
