/** One page that shows a posterior. */
package org.perrin.cli.report;
