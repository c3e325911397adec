#!/usr/bin/python3
"""Finds names and phrases that readers of the field would have to decode.

    words.py [--count] [ROOT]

ROWS lists words and what is written instead (docs/glossary.md explains the terms). Names are looked for in code, below
ROOT/include, src, app, python/abut and web/src: a word is found as a whole name and between underscores, upper or lower case.
Phrases are looked for in code, comments, README.md, docs and the man page. --count prints how often each word occurs. Exits with
1 and one line per occurrence.
"""
import pathlib
import re
import sys

# (write this, instead of these names, in these folders: "" = everywhere)
NAMES = [
    ("solve_joint_reactions", "ab_hold", ""),
    ("project_drift", "ab_keep_joints", ""),
    ("solve_contact_impulses", "ab_part_contacts|part_contacts", ""),
    ("collider, owner", "ab_part|body_part|carriers?", ""),
    ("apply_force_elements", "ab_push_elements|push_elements", ""),
    ("overlap_pressure", "press_overlaps", ""),
    ("finish_step", "ab_arrive|arrive", ""),
    ("swap_contact_buffers", "keep_history", ""),
    ("inlets, outlets, flux planes", "ab_exchange|traffic|gates?", ""),
    ("base steps, substeps", "ticks?", "src/step src/world src/scene src/output src/run include"),
    ("adaptive substeps", "step_in_parts", ""),
    ("contact scratch", "ab_passing", ""),
    ("area weight, mass fraction", r"(?:->|\.)(?:share|part)", "src/law src/collide src/world"),
    ("gap gradient norm", r"(?:->|\.)slope", "src/law src/collide src/step src/world"),
    ("max approach speed", r"contacts?(?:->|\.)impact", ""),
    ("per unit mass", "of_a_kilogram|kilogram", ""),
    ("contact initiation", "onset", ""),
    ("inverse effective mass", "ease_of", ""),
    ("position error", "misfit", ""),
    ("stiffest contact", "fastest_contact", ""),
    ("articulated elimination", "ab_swing", ""),
    ("joint frame", "ab_grip|grip_of", ""),
    ("redundant constraints", "dropped_rows?", ""),
    ("clearance (of a force type)", "rooms?", "src/joint"),
    ("clip workspaces", "cut_rooms", ""),
    ("test_overlap", "ab_meet", ""),
    ("separating-axis cache", "ab_witness", ""),
    ("separation bound, displacement bound", "ab_slack|strayed", ""),
    ("Verlet-list reference pose", "anchors?", "src/collide src/step src/world"),
    ("leaf cache", "ab_near", ""),
    ("corner clip", "tips?", "src/geom/convex"),
    ("vertex-edge adjacency", "spokes?", ""),
    ("coplanar remeshing", "flats", ""),
    ("fill_hole, simplify, remove_degenerate", "ab_(?:mesh_)?(?:cap|thin|clean)", ""),
    ("sdf collider", "ab_solid(?!_spec|_compliance)", ""),
    ("feature-edge samples", "sharp_points", ""),
    ("coarse bound grid, clearance", "survey|free_way", ""),
    ("samples to contact points", "touch_hits", ""),
    ("union-find", "unite|ab_root(?!_spec|_of_unity|_keys|_members)", ""),
    ("line elements", "ab_tie|ab_links?", ""),
    ("mass properties", "ab_weights", ""),
    ("particle templates", "ab_kinds", ""),
    ("drawables, instance", "ab_cast|actors?|dress", ""),
    ("canvas", "pens?|papers?", ""),
    ("recording, chunk", "films?|reels?", ""),
    ("snapshot image", "stills?", "src/render src/report src/output include"),
    ("max, min", "most|least", ""),
    ("metadata", "about", "src/output"),
]
PHRASES = [
    ("inlets, outlets, flux planes", "traffic|gates?"),
    ("per unit mass", "of a kilogram"),
    ("contact initiation", "onset"),
    ("position error", "misfits?"),
    ("redundant constraints", "dropped rows?"),
    ("feature-edge samples", "sharp points"),
    ("coarse bound grid, clearance", "free way"),
    ("rest length or angle", "at ease"),
    ("wall-clock time", "clock on the wall"),
    ("All input files are treated as untrusted.", "as if an enemy"),
    ("A distance field is 1-Lipschitz", "no more than the way"),
    ("contacts of the previous step", "and is the past"),
    ("one pool of clipping workspaces", "rooms to cut"),
    ("mean over the step", "over a step around now"),
    ("lock, drift on", "snap in|go on together"),
]
# Messages that tell users of old scenes what a key is called now.
ALLOWED = ('{"scene", "gates",', '{"body", "part_of",')
LITERAL = re.compile(r'"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|\'(?:\\.|[^\'\\])*\'')
COMMENT = {".c": "//", ".h": "//", ".def": "//", ".js": "//", ".py": "#"}


def pattern(words):
    start = "" if words.startswith("(?:->") else "(?<![A-Za-z0-9])"  # members of structs, or names and parts of names
    return re.compile(rf"{start}(?:{words})(?![A-Za-z0-9])", re.I)


NAME_PATTERNS = [(better, pattern(words), folders.split()) for better, words, folders in NAMES]
PHRASE_PATTERNS = [(better, pattern(words)) for better, words in PHRASES]


def sources(root):
    for top in ("include", "src", "app", "python/abut", "web/src"):
        yield from (f for f in sorted((root / top).rglob("*")) if f.suffix in COMMENT)


def texts(root):
    yield from (f for f in sorted((root / "docs").rglob("*")) if f.suffix in (".md", ".1"))
    yield from (f for f in [root / "README.md"] if f.exists())


def code_of(line, mark):
    """The line without comment and literals, but with the ${expressions} of templates."""
    return LITERAL.sub(lambda m: " ".join(re.findall(r"\$\{([^}]*)", m.group())), line).split(mark)[0]


def names_in(file, root):
    place = file.relative_to(root).as_posix()
    patterns = [(b, p) for b, p, folders in NAME_PATTERNS if not folders or any(place.startswith(f + "/") for f in folders)]
    for number, line in enumerate(file.read_text().splitlines(), 1):
        code = code_of(line, COMMENT[file.suffix])
        yield from ((better, number, m.group()) for better, p in patterns for m in [p.search(code)] if m)


def phrases_in(file):
    for number, line in enumerate(file.read_text().splitlines(), 1):
        if not line.strip().startswith(ALLOWED):
            yield from ((better, number, m.group()) for better, p in PHRASE_PATTERNS for m in [p.search(line)] if m)


def main():
    arguments = [a for a in sys.argv[1:] if a != "--count"]
    root = pathlib.Path(arguments[0] if arguments else ".")
    code, prose = list(sources(root)), list(texts(root))
    found = [(f, *hit) for f in code for hit in names_in(f, root)]
    found += [(f, *hit) for f in code + prose for hit in phrases_in(f)]
    for file, better, number, word in found:
        print(f"{file}:{number}: '{word}'; write {better}")
    if "--count" in sys.argv:
        for better, words, where in NAMES + [(*row, "prose") for row in PHRASES]:
            print(f"{sum(hit[1] == better for hit in found):4}  {words}  ->  {better}{f'  ({where})' if where else ''}")
    print(f"{len(code) + len(prose)} files, {len(NAMES) + len(PHRASES)} rows of words, {len(found)} occurrences")
    return 1 if found or not code else 0


sys.exit(main())
