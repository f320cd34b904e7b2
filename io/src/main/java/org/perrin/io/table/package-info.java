/** Tables in memory, and the readers that fill them. */
@NullMarked
package org.perrin.io.table;

import org.jspecify.annotations.NullMarked;
