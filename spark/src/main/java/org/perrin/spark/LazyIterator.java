package org.perrin.spark;

import java.util.Collections;
import java.util.Iterator;
import java.util.function.Function;

/** Iterators that hold one element's worth at a time. */
final class LazyIterator {
  private LazyIterator() {}

  /** All elements of {@code of(a)}, for one {@code a} after the other. */
  static <A, B> Iterator<B> flat(Iterator<A> from, Function<A, Iterator<B>> of) {
    return new Iterator<>() {
      private Iterator<B> inner = Collections.emptyIterator();

      @Override
      public boolean hasNext() {
        while (!inner.hasNext() && from.hasNext()) {
          inner = of.apply(from.next());
        }
        return inner.hasNext();
      }

      @Override
      public B next() {
        return hasNext() ? inner.next() : Collections.<B>emptyIterator().next();
      }
    };
  }
}
