/** Which of several models predicts better: leave-one-out, folds, comparison, stacking. */
package org.perrin.regression.judge;
