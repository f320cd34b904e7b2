/** Linear maps between θ and coordinates in which a posterior is round. */
@NullMarked
package org.perrin.metric;

import org.jspecify.annotations.NullMarked;
