package org.perrin.model;

import org.perrin.math.Parallel;

/**
 * Rows in the order of their groups. A pass in this order meets a group once: what belongs to a
 * group is written by one task, in place, and only what all groups share is added up. So a pass
 * over J groups costs O(N + J) and no vector of J elements a task.
 *
 * @param rows all rows, those of a group beside each other
 * @param first place in {@code rows} where each group begins, and N at the end
 * @param group of each row
 */
record GroupOrder(int[] rows, int[] first, int[] group) {
  /** Sorts by counting: O(N + J), and rows of a group stay in the order of the table. */
  static GroupOrder of(int[] group, int groups) {
    int[] first = new int[groups + 1];
    for (int g : group) {
      first[g + 1]++;
    }
    for (int g = 0; g < groups; g++) {
      first[g + 1] += first[g];
    }
    int[] next = first.clone();
    int[] rows = new int[group.length];
    for (int i = 0; i < rows.length; i++) {
      rows[next[group[i]]++] = i;
    }
    return new GroupOrder(rows, first, group);
  }

  /** Like {@link Parallel#sum}, over places in {@code rows}; no group is cut in two. */
  double[] sum(int size, Parallel.Summand summand) {
    return Parallel.sum(
        rows.length, size, (sum, from, to) -> summand.addTo(sum, begin(from), begin(to)));
  }

  /** The first place from {@code place} on where a group begins. */
  private int begin(int place) {
    if (place == 0 || place == rows.length) {
      return place;
    }
    int own = group[rows[place]];
    return first[own] == place ? place : first[own + 1];
  }
}
