package org.perrin.io;

import java.util.concurrent.Callable;

/**
 * A command that another jar on the class path adds to the command line, as a service: an object
 * with picocli's annotations, whose outcome is the exit code.
 */
public interface Tool extends Callable<Integer> {}
