/** Draws as files that other programs read. */
@NullMarked
package org.perrin.io.draws;

import org.jspecify.annotations.NullMarked;
