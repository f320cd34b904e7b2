/** Families: how a response depends on its predictors, one file each. */
package org.perrin.family;
