/** Text on terminals and in files. */
package org.perrin.cli.console;
