/** The command line. */
package org.perrin.cli;
