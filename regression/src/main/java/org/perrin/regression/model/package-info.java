/** What a response is modelled by: a family, or a file of the user. */
@NullMarked
package org.perrin.regression.model;

import org.jspecify.annotations.NullMarked;
