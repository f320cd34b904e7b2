/** What a fit says of rows: predictions, and how good they are. */
package org.perrin.cli.predict;
