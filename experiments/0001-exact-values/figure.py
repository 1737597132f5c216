#!/usr/bin/env python3
"""Draws results/values.svg from results/starts.csv: python3 figure.py (standard library only)."""

import csv
from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).resolve().parent
MOVES = ["b2-c3", "c2-c3", "d2-c3", "d3-c3"]
# Okabe and Ito's colours, told apart under every common colour blindness, and in grey.
STYLE = {
    "win": ("W", "#0072b2", "#ffffff"),
    "draw": ("D", "#e6e6e6", "#000000"),
    "loss": ("L", "#e69f00", "#000000"),
    "at least draw": ("\u2265D", "#ffffff", "#000000"),
    "at most draw": ("\u2264D", "#ffffff", "#000000"),
    "unknown": ("?", "#ffffff", "#000000"),
}
FONT = "font-family=\"DejaVu Sans, Verdana, Arial, sans-serif\""
LEFT, TOP, CELL, ROW, GAP = 330, 92, 62, 26, 14


def text(x, y, words, size=13, anchor="start", weight="normal", fill="#000000"):
    return (
        f'<text x="{x}" y="{y}" {FONT} font-size="{size}" text-anchor="{anchor}" '
        f'font-weight="{weight}" fill="{fill}">{escape(words)}</text>'
    )


def cell(x, y, value, changed):
    letter, fill, ink = STYLE[value]
    parts = [
        f'<rect x="{x + 1}" y="{y + 1}" width="{CELL - 2}" height="{ROW - 2}" fill="{fill}" '
        f'stroke="#8c8c8c" stroke-width="0.7"/>'
    ]
    if changed:
        parts.append(
            f'<rect x="{x + 2.5}" y="{y + 2.5}" width="{CELL - 5}" height="{ROW - 5}" '
            f'fill="none" stroke="#000000" stroke-width="2.6"/>'
        )
    parts.append(text(x + CELL / 2, y + ROW / 2 + 5, letter, 14, "middle", "bold", ink))
    return parts


def main():
    with open(HERE / "results" / "starts.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    named = {row["ruleset"]: row for row in rows if not row["changed_switch"]}
    groups = {name: [row] for name, row in named.items()}
    for row in rows:
        if row["changed_switch"]:
            groups[row["changed_switch"].split(":")[0]].append(row)
    height = TOP + len(rows) * ROW + (len(groups) - 1) * GAP + 84
    width = LEFT + 5 * CELL + 24 + 20
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img">',
        "<title>Exact values of the start and of each first move</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        text(20, 30, "Exact values of the start and of each first move", 17, weight="bold"),
        text(20, 51, "Value for White under best play of both, by rule set and by one changed switch", 12.5),
        text(LEFT + CELL / 2, TOP - 8, "start", 12.5, "middle", "bold"),
    ]
    for i, move in enumerate(MOVES):
        out.append(text(LEFT + 20 + CELL * (i + 1.5), TOP - 8, move, 12.5, "middle"))
    y = TOP
    for name, members in groups.items():
        base = members[0]
        for row in members:
            label = row["changed_switch"].split(": ", 1)[-1]
            if row is base:
                out.append(text(20, y + 18, name, 13.5, weight="bold"))
            else:
                out.append(text(36, y + 18, label.replace("=", " = ", 1), 12.5))
                if "-" not in row["ruleset"] or row["ruleset"] == "promotion-flying":
                    known = "(" + row["ruleset"] + ")"
                    out.append(text(LEFT - 12, y + 18, known, 12.5, "end"))
            for i, key in enumerate(["value", *MOVES]):
                x = LEFT + CELL * i + (20 if i else 0)
                both = {row[key], base[key]}
                changed = row[key] != base[key] and both <= {"win", "draw", "loss"}
                out += cell(x, y, row[key], changed)
            y += ROW
        y += GAP
    y += 6
    x = 20
    shown = {row[key] for row in rows for key in ["value", *MOVES]}
    names = {"unknown": "open", "at least draw": "draw or win", "at most draw": "draw or loss"}
    for value in STYLE:
        if value in shown:
            letter, fill, ink = STYLE[value]
            out.append(
                f'<rect x="{x}" y="{y}" width="30" height="20" fill="{fill}" stroke="#8c8c8c" stroke-width="0.7"/>'
            )
            out.append(text(x + 15, y + 15, letter, 12.5, "middle", "bold", ink))
            words = names.get(value, value)
            out.append(text(x + 36, y + 15, words, 12.5))
            x += 36 + 8 * len(words) + 18
    x, y = 20, y + 30
    out.append(
        f'<rect x="{x + 1.3}" y="{y + 1.3}" width="27.4" height="17.4" fill="none" stroke="#000000" stroke-width="2.6"/>'
    )
    out.append(text(x + 36, y + 15, "frame: differs from the named rule set above", 12.5))
    out.append("</svg>")
    (HERE / "results" / "values.svg").write_text("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
