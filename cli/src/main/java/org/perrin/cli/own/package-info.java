/** Models that users bring along as a file of Java. */
package org.perrin.cli.own;
