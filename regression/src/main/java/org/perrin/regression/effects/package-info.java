/** What a column does to the response: predictions, contrasts, slopes and ratios. */
package org.perrin.regression.effects;
