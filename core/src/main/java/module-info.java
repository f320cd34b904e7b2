/**
 * Models, families, samplers and diagnostics; vectors if {@code jdk.incubator.vector} is resolved.
 */
module org.perrin.core {
  requires static jdk.incubator.vector;
  requires java.management;
  requires org.apache.commons.rng.api;
  requires org.apache.commons.rng.core;
  requires org.apache.commons.rng.sampling;
  requires static transitive org.jspecify;

  exports org.perrin;
  exports org.perrin.autodiff;
  exports org.perrin.catalogue;
  exports org.perrin.data;
  exports org.perrin.diagnostics;
  exports org.perrin.draws;
  exports org.perrin.dynamics;
  exports org.perrin.family;
  exports org.perrin.gradient;
  exports org.perrin.math;
  exports org.perrin.metric;
  exports org.perrin.mode;
  exports org.perrin.model;
  exports org.perrin.posterior;
  exports org.perrin.random;
  exports org.perrin.sampler;
  exports org.perrin.subsampling;

  uses org.perrin.family.Family;
}
