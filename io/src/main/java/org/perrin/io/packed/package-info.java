/** Tables too large for memory: rows in a file that is mapped; see docs/formats.md. */
package org.perrin.io.packed;
