/** Samplers side by side under one budget. */
package org.perrin.cli.compare;
