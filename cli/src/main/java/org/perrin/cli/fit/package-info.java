/** From a table to a folder with a posterior in it. */
package org.perrin.cli.fit;
