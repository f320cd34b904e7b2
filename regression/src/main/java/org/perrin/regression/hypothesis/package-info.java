/** How sure a posterior is of a statement about its parameters. */
@NullMarked
package org.perrin.regression.hypothesis;

import org.jspecify.annotations.NullMarked;
