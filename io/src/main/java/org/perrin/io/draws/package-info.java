/** Draws as files that other programs read. */
package org.perrin.io.draws;
