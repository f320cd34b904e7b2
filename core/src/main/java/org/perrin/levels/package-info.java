/**
 * Models with levels, block by block: statistics by level instead of rows, levels given the shared
 * parameters, and scales interwoven with their levels.
 */
@NullMarked
package org.perrin.levels;

import org.jspecify.annotations.NullMarked;
