/** What chains write: draws, and what each step says of itself. */
@NullMarked
package org.perrin.draws;

import org.jspecify.annotations.NullMarked;
