/** Tables too large for memory: rows in a file that is mapped; see docs/formats.md. */
@NullMarked
package org.perrin.io.packed;

import org.jspecify.annotations.NullMarked;
