/** Files and databases: tables in, draws out, and one kind of error for all that is wrong there. */
package org.perrin.io;
