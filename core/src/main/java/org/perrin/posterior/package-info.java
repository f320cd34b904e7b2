/** From a model to draws: which sampler, how it is tuned, and what is said of it. */
@NullMarked
package org.perrin.posterior;

import org.jspecify.annotations.NullMarked;
