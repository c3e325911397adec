#!/usr/bin/python3
"""Finds names and phrases that readers of the field would have to decode.

    words.py [ROOT]

Below ROOT/include, src, app and docs none of the words below may stand; docs/glossary.md has what is used instead.
Exits with 1 and one line per occurrence.
"""
import pathlib
import re
import sys

# Instead of: what was once used here.
WORDS = {
    "solve_joint_reactions": "ab_hold",
    "project_drift": "ab_keep_joints",
    "solve_contact_impulses": "ab_part_contacts",
    "collider": "ab_part|part_contacts",
    "owner": "carriers?",
    "apply_force_elements": "ab_push_elements",
    "overlap_pressure": "ab_press_overlaps",
    "finish_step": "ab_arrive",
    "swap_contact_buffers": "ab_keep_history",
    "inlets, outlets, flux planes": "ab_exchange|traffic|gates?",
    "base steps, substeps": "base_ticks|ab_step_in_parts",
    "contact scratch": "ab_passing",
    "per unit mass": "of_a_kilogram",
    "contact initiation": "onset",
    "inverse effective mass": "ease_of",
    "position error": "misfit",
    "stiffest contact": "fastest_contact",
    "articulated elimination": "ab_swing",
    "joint frame": "ab_grip",
    "redundant constraints": "dropped rows?",
    "clip workspaces": "cut_rooms",
    "test_overlap": "ab_meet",
    "separating-axis cache": "ab_witness",
    "separation bound, displacement bound": "ab_slack|strayed",
    "corner clip": "ab_tip",
    "vertex-edge adjacency": "spokes",
    "coplanar remeshing": "flats",
    "sdf collider": "ab_solid",
    "feature-edge samples": "sharp points",
    "coarse bound grid, clearance": "survey|free way",
    "samples to contact points": "touch_hits",
    "union-find": "unite|ab_root",
    "line elements": "ab_tie",
    "mass properties": "ab_weights",
    "particle templates": "ab_kinds",
    "drawables, instance": "actors?|dress",
    "canvas": "pen|ab_paper",
    "recording, chunk": "film|reel",
    "snapshot image": "ab_still",
    "rest length or angle": "at ease",
    "wall-clock time": "clock on the wall",
    "input files are treated as untrusted": "as if an enemy",
}
PATTERNS = [(better, re.compile(rf"(?<![A-Za-z0-9_])(?:{words})(?![A-Za-z0-9_])")) for better, words in WORDS.items()]
# Messages that tell users of old scenes what a key is called now.
ALLOWED = {'{"scene", "gates",', '{"body", "part_of",'}


def files(root):
    for top in ("include", "src", "app", "docs"):
        yield from (f for f in sorted((root / top).rglob("*")) if f.suffix in (".c", ".h", ".def", ".md"))


def problems(file):
    for number, line in enumerate(file.read_text().splitlines(), 1):
        if any(text in line for text in ALLOWED):
            continue
        for better, pattern in PATTERNS:
            match = pattern.search(line)
            if match:
                yield f"{file}:{number}: '{match.group()}'; write {better}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    read = list(files(root))
    found = [p for f in read for p in problems(f)]
    print(*found, sep="\n", end="\n" if found else "")
    print(f"{len(read)} files, {len(WORDS)} words to avoid, {len(found)} occurrences")
    return 1 if found or not read else 0


sys.exit(main())
