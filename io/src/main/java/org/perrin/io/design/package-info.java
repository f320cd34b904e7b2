/** From a table with roles to the rows that a regression sees, and back for new data. */
package org.perrin.io.design;
