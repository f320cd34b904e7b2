/** Parameters as users see them, and as samplers do. */
package org.perrin.regression.parameters;
