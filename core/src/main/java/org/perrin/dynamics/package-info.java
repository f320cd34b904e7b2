/** How a chain moves, given gradients. */
@NullMarked
package org.perrin.dynamics;

import org.jspecify.annotations.NullMarked;
