"""One table of what was measured: a line for each peer, with Perrin's number and the ratio."""

import csv
import os
import re
import subprocess
import sys
import time

from data import FOLDER


def speed():
    with open(os.path.join(FOLDER, "speed.txt"), encoding="utf-8") as file:
        text = file.read()

    def number(pattern):
        return float(re.search(pattern, text).group(1))

    return {
        "cv-ps": number(r"([\d.]+) SGLD-CV-PS steps/s"),
        "cv": number(r"([\d.]+) SGLD-CV steps/s"),
        "ksd": number(r"every prefix: ([\d.]+) s"),
    }


def effective_rate(perrin, sampler):
    """Least effective draws a second of a whole `perrin fit`, start of Java included."""
    out = os.path.join(FOLDER, sampler)
    table = os.path.join(FOLDER, "small.perrin")
    command = [perrin, "fit", table, "--target", "y", "--prior", "normal(0, 3.1623)"]
    start = time.time()
    subprocess.run(
        command + ["--sampler", sampler, "-o", out], check=True, capture_output=True
    )
    seconds = time.time() - start
    with open(os.path.join(out, "summary.csv"), encoding="utf-8") as file:
        return min(float(row["ess_bulk"]) for row in csv.DictReader(file)) / seconds


def main(perrin):
    own = speed()
    peers = {}
    with open(os.path.join(FOLDER, "peers.tsv"), encoding="utf-8") as file:
        for line in file:
            name, value, unit = line.rstrip("\n").split("\t")
            peers[name] = (float(value), unit)
    nuts, natural = effective_rate(perrin, "nuts"), effective_rate(perrin, "natural")
    lines = [
        ("JAX, a loop over steps", "SGLD-CV-PS", own["cv-ps"]),
        ("JAX, one jitted scan", "SGLD-CV-PS", own["cv-ps"]),
        ("SGMCMCJax, SGLD-CV in one scan", "SGLD-CV", own["cv"]),
        ("JAX, KSD of one prefix, 10,000 × 55", "KSD of every prefix", own["ksd"]),
        ("NumPyro NUTS", "nuts", nuts),
        ("BlackJAX NUTS", "nuts", nuts),
        ("NumPyro NUTS", "natural", natural),
        ("BlackJAX NUTS", "natural", natural),
    ]
    print("| peer | measured | Perrin | measured | ratio |")
    print("|---|---|---|---|---|")
    for name, ours, value in lines:
        if name not in peers:
            print(f"| {name} | did not run | {ours} | {value:,.4g} | – |")
            continue
        theirs, unit = peers[name]
        ratio = theirs / value if unit == "s" else value / theirs
        print(f"| {name} | {theirs:,.4g} {unit} | {ours} | {value:,.4g} {unit} | {ratio:.3g} |")


main(sys.argv[1])
