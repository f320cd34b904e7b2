/**
 * Benchmarks: what is promised, measured, beside the limit or the reference it is measured against.
 */
package org.perrin.bench;
