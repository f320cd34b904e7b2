/** Whether posteriors can be acted on: calibration by simulation, and truths known elsewhere. */
package org.perrin.bench.trust;
