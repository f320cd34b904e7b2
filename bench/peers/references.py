"""Draws of one folder beside those of another: means, standard deviations, differences in Monte Carlo errors.

    python3 references.py cbpp-levels cbpp-nuts
"""

import csv
import math
import os
import sys

BATCHES = 20


def chains(folder):
    """By parameter the draws of each chain; effects of groups are left out."""
    with open(os.path.join(folder, "draws.csv"), newline="") as file:
        rows = csv.reader(file)
        names = next(rows)
        draws = {name: {} for name in names if not name.startswith(".")}
        for row in rows:
            for name, value in zip(names, row):
                if name in draws:
                    draws[name].setdefault(row[0], []).append(float(value))
    return {name: list(by.values()) for name, by in draws.items()}


def mean(values):
    return sum(values) / len(values)


def with_error(parts):
    """The mean of all draws, and its error by means of batches."""
    batches = []
    for chain in parts:
        size = len(chain) // BATCHES
        batches += [mean(chain[b * size : (b + 1) * size]) for b in range(BATCHES)]
    middle = mean(batches)
    square = sum((b - middle) ** 2 for b in batches) / (len(batches) - 1)
    return middle, math.sqrt(square / len(batches))


def moments(parts):
    middle, error = with_error(parts)
    square, square_error = with_error([[(v - middle) ** 2 for v in chain] for chain in parts])
    sd = math.sqrt(square)
    return middle, error, sd, square_error / (2 * sd)


one, other = sys.argv[1:]
draws = chains(one)
theirs = chains(other) if os.path.exists(other + "/draws.csv") else {}
# rstanarm writes the level behind the column
theirs.update({name.replace("[", "").replace("]", ""): parts for name, parts in list(theirs.items())})
print(f"| {one} | mean ± sd | {other} | mean, errors apart | sd, errors apart |")
print("|---|---|---|---|---|")
worst = 0
for name, parts in draws.items():
    m, em, s, es = moments(parts)
    line = f"| `{name.replace('|', chr(92) + '|')}` | {m:.4g} ± {s:.3g} |"
    found = theirs.get(name, theirs.get(name.replace("[", "").replace("]", "")))
    if found:
        n, en, t, et = moments(found)
        gaps = (m - n) / math.hypot(em, en), (s - t) / math.hypot(es, et)
        worst = max(worst, *map(abs, gaps))
        line += f" {n:.4g} ± {t:.3g} | {gaps[0]:+.1f} | {gaps[1]:+.1f} |"
    else:
        line += " | | |"
    print(line)
if theirs:
    print(f"largest: {worst:.1f}")
