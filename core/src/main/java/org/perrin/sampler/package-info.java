/** Chains, and runs of several of them that can be saved and resumed. */
@NullMarked
package org.perrin.sampler;

import org.jspecify.annotations.NullMarked;
