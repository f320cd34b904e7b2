package org.perrin.gradient;

import org.perrin.model.Model;

/** A model whose rows lie elsewhere: no sampler that reads all of them at every step suits it. */
public interface Remote extends Model {}
