/** What a response is modelled by: a family, or a file of the user. */
package org.perrin.regression.model;
