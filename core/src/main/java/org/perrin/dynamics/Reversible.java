package org.perrin.dynamics;

/**
 * A dynamics that keeps detailed balance for the density that it follows: moves from u to v and
 * from v to u are in equilibrium. Only such a dynamics may propose to a {@link Correction}.
 */
public interface Reversible extends Dynamics {}
