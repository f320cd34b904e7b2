package org.perrin.cli.report;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.perrin.diagnostics.Summary;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.GroupRows;
import org.perrin.io.design.GroupTerm;
import org.perrin.regression.Fit;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What varies by groups for the page: of each term its scales and correlations, and the effects of
 * its levels; of many levels those with most rows.
 */
final class GroupsJson {
  private static final int MOST_LEVELS = 20_000;

  private GroupsJson() {}

  static ArrayNode of(Fit fit) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    List<Encoding.Placed> terms = fit.prepared().encoding().allGroups();
    List<Summary.Row> rows = fit.summary().rows();
    int head = fit.common() - terms.stream().mapToInt(p -> heads(p.term())).sum();
    int effect = fit.common();
    for (int g = 0; g < terms.size(); g++) {
      GroupTerm term = terms.get(g).term();
      ObjectNode node = array.addObject().put("name", terms.get(g).prefix() + term.by().name());
      List<Summary.Row> heads = rows.subList(head, head + heads(term));
      node.set("parameters", SummaryJson.of(new Summary(heads, List.of())));
      List<Summary.Row> effects = rows.subList(effect, effect + term.effects());
      levels(node, term, fit.prepared().groups().get(g), heads, effects);
      head += heads(term);
      effect += term.effects();
    }
    return array;
  }

  private static int heads(GroupTerm term) {
    return term.width() + term.correlationNames().size();
  }

  private static void levels(
      ObjectNode node,
      GroupTerm term,
      GroupRows rows,
      List<Summary.Row> heads,
      List<Summary.Row> effects) {
    int[] counts = new int[term.by().count()];
    for (int level : rows.level()) {
      counts[level]++;
    }
    int[] shown =
        IntStream.range(0, counts.length)
            .boxed()
            .sorted(Comparator.comparingInt(j -> -counts[j]))
            .limit(MOST_LEVELS)
            .sorted()
            .mapToInt(j -> j)
            .toArray();
    node.put("count", counts.length);
    ArrayNode names = node.putArray("levels");
    ArrayNode numbers = node.putArray("rows");
    for (int j : shown) {
      names.add(term.by().level(j));
      numbers.add(counts[j]);
    }
    ArrayNode columns = node.putArray("columns");
    int k = term.width();
    for (int c = 0; c < k; c++) {
      int column = c;
      List<Summary.Row> own =
          IntStream.of(shown).mapToObj(j -> effects.get(j * k + column)).toList();
      ObjectNode one = columns.addObject().put("name", term.columns().get(c));
      Summary.Row scale = heads.get(c);
      ReportData.put(one.putArray("scale"), scale.mean(), scale.q5(), scale.q95());
      ReportData.put(one.putArray("mean"), own.stream().mapToDouble(Summary.Row::mean).toArray());
      ReportData.put(one.putArray("sd"), own.stream().mapToDouble(Summary.Row::sd).toArray());
      ReportData.put(one.putArray("low"), own.stream().mapToDouble(Summary.Row::q5).toArray());
      ReportData.put(one.putArray("high"), own.stream().mapToDouble(Summary.Row::q95).toArray());
    }
  }
}
