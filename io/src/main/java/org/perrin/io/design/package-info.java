/** From a table with roles to the rows that a regression sees, and back for new data. */
@NullMarked
package org.perrin.io.design;

import org.jspecify.annotations.NullMarked;
