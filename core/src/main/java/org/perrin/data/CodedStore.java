package org.perrin.data;

/** Where coded rows lie: in memory, or elsewhere, from where some at a time are brought there. */
interface CodedStore {
  /** Rows that can be asked for at once. */
  int MOST = 1024;

  /** A table with rows {@code first ≤ i < first + n}, until this thread asks for others. */
  CodedTable near(int first, int n);

  /** Where in that table the first of them lies. */
  int place(int first);
}
