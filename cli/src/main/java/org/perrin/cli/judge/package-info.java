/** What is written of judged models: files and JSON. */
package org.perrin.cli.judge;
