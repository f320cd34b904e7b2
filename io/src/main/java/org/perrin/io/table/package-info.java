/** Tables in memory, and the readers that fill them. */
package org.perrin.io.table;
