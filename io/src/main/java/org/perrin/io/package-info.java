/** Files and databases: tables in, draws out, and one kind of error for all that is wrong there. */
@NullMarked
package org.perrin.io;

import org.jspecify.annotations.NullMarked;
