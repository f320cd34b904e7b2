/** Commands that measure: the command line finds them as services. */
package org.perrin.bench.tool;
