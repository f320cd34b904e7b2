/** Which rows a step reads, how many, and their weights. */
@NullMarked
package org.perrin.subsampling;

import org.jspecify.annotations.NullMarked;
