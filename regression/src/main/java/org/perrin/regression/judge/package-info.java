/** Which of several models predicts better: leave-one-out, folds, comparison, stacking. */
@NullMarked
package org.perrin.regression.judge;

import org.jspecify.annotations.NullMarked;
