#!/usr/bin/env python3
"""Checks this release: its checksums, and every published figure against the files.

Usage: python3 recompute.py [folder of the release]

Needs Python 3.6 or later and nothing else. Exit code 0 if everything agrees, else 1.
"""

import csv
import hashlib
import json
import os
import sys
from fractions import Fraction

CELL = ("questionnaire", "section", "sub_section", "question", "row", "column", "tally")
AVERAGES = ("n", "mean", "median", "lower_quartile", "upper_quartile")
# Published figures are binary fractions with about 16 digits. Everything here is exact.
TOLERANCE = Fraction(1, 10**12)
MAX_SHOWN = 20


def main(folder):
    faults = check_sums(folder)
    with open(os.path.join(folder, "charts.json"), encoding="utf-8") as file:
        content = json.load(file)
    if content["visibility"] == "named":
        count, found = recompute(folder, content["charts"])
        print(f"{count - len(found)} of {count} published figures agree with the files.")
    else:
        count, found = check_consistency(folder, content["charts"])
        print("This release has no figures of single organisations, so nothing can be recomputed.")
        print(f"{count - len(found)} of {count} published averages are consistent.")
    faults += found
    for fault in faults[:MAX_SHOWN]:
        print("  " + fault)
    if len(faults) > MAX_SHOWN:
        print(f"  and {len(faults) - MAX_SHOWN} more")
    return 1 if faults or count == 0 else 0


def check_sums(folder):
    faults = []
    with open(os.path.join(folder, "SHA256SUMS"), encoding="utf-8") as sums:
        lines = [line.rstrip("\n").split("  ", 1) for line in sums]
    for expected, name in lines:
        digest = hashlib.sha256()
        with open(os.path.join(folder, name), "rb") as file:
            for piece in iter(lambda: file.read(1 << 20), b""):
                digest.update(piece)
        if digest.hexdigest() != expected:
            faults.append(f"{name}: its checksum is not the one in SHA256SUMS")
    print(f"{len(lines) - len(faults)} of {len(lines)} files have the checksums in SHA256SUMS.")
    return faults


def read_table(folder, name):
    with open(os.path.join(folder, name + ".csv"), encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def recompute(folder, charts):
    """Compares in both directions: what is published is computed, and what can be computed is published."""
    answers = read_answers(folder, charts)
    published = {}
    for row in read_table(folder, "figures"):
        figures = published.setdefault((row["chart"], row["series"]), {})
        figures[row["organisation"], row["submission"]] = Fraction(row["value"])
    averages = {(row["chart"], row["series"]): row for row in read_table(folder, "averages")}
    count, faults = 0, []
    for chart, series in released_series(charts):
        key = chart["chart"], series["series"]
        name = ", ".join(key)
        computed = figures_of(series, answers)
        expected = published.pop(key, {})
        for one in sorted(set(computed) | set(expected)):
            count += 1
            figure, scale = computed.get(one, (None, 0))
            if not agree(figure, expected.get(one), scale):
                faults.append(f"{name}, {' '.join(one)}: {text(expected.get(one))}, computed {text(figure)}")
        row = averages.pop(key, {})
        values = sorted(figure for figure, _ in computed.values())
        scale = max(map(abs, values), default=0)
        for average, figure in zip(AVERAGES, averages_of(values)):
            count += 1
            told = Fraction(row[average]) if row.get(average) else None
            if not agree(figure, told, scale):
                faults.append(f"{name}, {average}: {text(told)}, computed {text(figure)}")
    for key in [*published, *averages]:
        count += 1
        faults.append(f"{', '.join(key)}: published, but charts.json does not say how it is calculated")
    return count, faults


def released_series(charts):
    for chart in charts:
        for series in chart["series"]:
            if series["is_released"]:
                yield chart, series


def cell_key(row):
    return tuple(row[column] for column in CELL)


def read_answers(folder, charts):
    """The answers of the cells that charts count, by cell and submission: a number, or None if it does not apply."""
    answers = {}
    for _, series in released_series(charts):
        for role in ("value", "numerator", "denominator"):
            for cell in series[role]:
                answers[cell_key(cell)] = {}
    for row in read_table(folder, "values"):
        cell = answers.get(cell_key(row))
        if cell is None:
            continue
        if row["value"] != "":
            cell[row["organisation"], row["submission"]] = Fraction(row["value"])
        elif row["not_applicable"] == "true":
            cell[row["organisation"], row["submission"]] = None
    return answers


def figures_of(series, answers):
    """The figures of a series by submission, each with the size of what was added up for it."""
    multiplier = decimal(series["multiplier"])
    tops = totals(series["numerator"] if series["denominator"] else series["value"], answers)
    bottoms = totals(series["denominator"], answers)
    figures = {}
    for one, (total, size) in tops.items():
        if not series["denominator"]:
            figures[one] = total * multiplier, size * abs(multiplier)
        elif bottoms.get(one, (0, 0))[0] != 0:
            below = bottoms[one][0]
            figures[one] = total / below * multiplier, abs(size / below * multiplier) * bottoms[one][1] / abs(below)
    return figures


def totals(cells, answers):
    """Sums by submission. A missing answer makes a sum missing; one that does not apply adds nothing, unless none applies."""
    found = {}
    for cell in cells:
        factor = decimal(cell["factor"])
        for one, number in answers[cell_key(cell)].items():
            known, seen, total, size = found.get(one, (0, 0, Fraction(0), Fraction(0)))
            if number is not None:
                known, total, size = known + 1, total + number * factor, size + abs(number * factor)
            found[one] = known, seen + 1, total, size
    return {
        one: (total, size)
        for one, (known, seen, total, size) in found.items()
        if known > 0 and seen == len(cells)
    }


def averages_of(values):
    """n, mean, median and quartiles of sorted values; quartiles as type 7 in R."""
    if not values:
        return 0, None, None, None, None
    return (len(values), sum(values) / len(values), *(quantile(values, Fraction(part, 4)) for part in (2, 1, 3)))


def quantile(values, part):
    place = (len(values) - 1) * part
    at = int(place)
    above = values[min(at + 1, len(values) - 1)]
    return values[at] + (above - values[at]) * (place - at)


def check_consistency(folder, charts):
    """Whether averages are in order, are those of a series that is released, and agree with the runs."""
    runs = {}
    for row in read_table(folder, "runs"):
        runs.setdefault((row["chart"], row["series"]), []).append(row)
    places = {(c["chart"], s["series"]): c["decimal_places"] for c, s in released_series(charts)}
    count, faults = 0, []
    for row in read_table(folder, "averages"):
        count += 1
        key = row["chart"], row["series"]
        figures = [Fraction(row[name]) if row[name] else None for name in AVERAGES]
        if key not in places:
            faults.append(f"{', '.join(key)}: published, but charts.json does not release it")
        elif not is_consistent(*figures, runs.get(key, []), places[key]):
            faults.append(f"{', '.join(key)}: its averages are not consistent")
    return count, faults


def is_consistent(n, mean, median, lower, upper, runs, places):
    in_order = [one for one in (lower, median, upper) if one is not None]
    shown = [one for one in (mean, *in_order) if one is not None]
    step = Fraction(1, 10**places)
    if n is None or n < 1 or in_order != sorted(in_order):
        return False
    if any(abs(one / step - round(one / step)) > TOLERANCE * max(1, abs(one / step)) for one in shown):
        return False
    means = [Fraction(run["mean"]) for run in runs]
    sizes = [int(run["submission_count"]) for run in runs]
    if means != sorted(means) or (sizes and sum(sizes) != n):
        return False
    whole = sum(one * size for one, size in zip(means, sizes))
    return not means or mean is None or abs(whole / n - mean) <= step


def decimal(number):
    """The exact value of a number's shortest decimal notation: 0.1 is a tenth."""
    return Fraction(repr(number))


def agree(one, other, scale):
    if one is None or other is None:
        return one is other
    return abs(one - other) <= TOLERANCE * max(abs(one), abs(other), scale)


def text(figure):
    return "none" if figure is None else repr(float(figure))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))))
