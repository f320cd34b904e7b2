/** What a fit shows while it runs. */
package org.perrin.cli.fit;
