/** What a column does to the response: predictions, contrasts, slopes and ratios. */
@NullMarked
package org.perrin.regression.effects;

import org.jspecify.annotations.NullMarked;
