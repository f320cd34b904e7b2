/** Tables made to order and fetched by name. */
package org.perrin.cli.data;
