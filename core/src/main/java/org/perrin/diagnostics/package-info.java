/** What draws say: summaries, convergence, discrepancies. */
@NullMarked
package org.perrin.diagnostics;

import org.jspecify.annotations.NullMarked;
