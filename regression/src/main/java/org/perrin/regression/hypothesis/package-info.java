/** How sure a posterior is of a statement about its parameters. */
package org.perrin.regression.hypothesis;
