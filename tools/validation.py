#!/usr/bin/python3
"""validation.py [--check] [PROGRAM]: writes docs/validation/elastic.md and its picture: every closed form of elastic contact beside what
`abut press` solves. With --check it solves what takes no more than seconds again and says which rows of the page are not what comes out;
answers have the same bits on every machine.
"""
import argparse
import csv
import io
import math
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/validation/elastic.md"
PICTURE = ROOT / "docs/pictures/rough_area.svg"
QUIET = ["-q", "--threads", "1", "--no-picture", "--no-report", "--overwrite"]


def press(program, scene, settings):
    """The rows of press.csv by name without units, as numbers."""
    with tempfile.TemporaryDirectory() as folder:
        words = [w for s in [*settings, "press.fields=none"] for w in ("--set", s)]
        subprocess.run([program, "press", ROOT / "scenes" / scene, "-o", folder + "/out", *QUIET, *words], check=True)
        rows = csv.DictReader(io.StringIO(pathlib.Path(folder, "out/press.csv").read_text()))
        return [{k.split(" ")[0]: float(v) for k, v in row.items() if v} for row in rows]


def row(case, quantity, ours, exact, scale=None):
    return f"| {case} | {quantity} | {ours:.10g} | {exact:.10g} | {(ours - exact) / (scale or exact):+.1e} |"


def against(case, answer, quantities, scales=None):
    return [row(case, q.replace("_", " "), answer[q], answer["exact." + q], (scales or {}).get(q)) for q in quantities]


# ------------------------------------------------------------------------------------------------------------ cases

def wave(program):
    full = math.pi * 70e9 / (1 - 0.09) * 1e-3
    shares = (0.01, 0.1, 0.5, 0.9, 0.99)
    loads = ", ".join(f"{s * full:.12g}" for s in shares)
    answers = press(program, "wavy.yaml", [f"press.load.pressure=[{loads}]", "press.tolerance=1e-10"])
    scales = {"mean_gap": 1e-6}
    return [line for s, a in zip(shares, answers)
            for line in against(f"wave, 1024 cells, s = {s}", a, ["mean_gap", "area", "max_pressure", "energy", "stiffness"], scales)]


def wave_order(program):
    shares = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
    full = math.pi * 70e9 / (1 - 0.09) * 1e-3
    loads = ", ".join(f"{s * full:.12g}" for s in shares)
    errors = []
    for n in (64, 4096):
        settings = [f"press.grid.cells=[{n}, 16]", f"press.load.pressure=[{loads}]", "press.tolerance=1e-10", "press.stiffness=false"]
        answers = press(program, "wavy.yaml", settings)
        errors.append(sum(abs(a["mean_gap"] - a["exact.mean_gap"]) for a in answers))
    return [row("wave, 64 to 4096 cells, mean of ten loads", "order of the mean gap", math.log2(errors[0] / errors[1]) / 6, 2)]


def ball(program, cells=256):
    # three radii of the contact by 300 N
    settings = [f"press.grid.cells=[{cells}, {cells}]", "press.grid.size=[807.476 um, 807.476 um]", "press.tolerance=1e-9"]
    by_force = press(program, "hertz.yaml", [*settings, "press.load={force: 300}", "press.tangential.force=45"])[0]
    lines = against(f"ball, {cells} x {cells}, by force", by_force, ["approach", "area", "max_pressure", "energy", "stiffness"])
    stick = math.sqrt(by_force["exact.area"] / math.pi) * 0.5 ** (1 / 3)
    lines.append(row(f"ball, {cells} x {cells}, Q = μP/2", "radius of stick", math.sqrt(by_force["stick_area"] / math.pi), stick))
    approach = by_force["exact.approach"]
    by_approach = press(program, "hertz.yaml", [*settings, f"press.load={{approach: {approach:.15g}}}", "press.tangential.force=40"])[0]
    return lines + against(f"ball, {cells} x {cells}, by approach", by_approach, ["force"])


def large_ball(program):
    return ball(program, 2048)


def cone_and_punch(program):
    cone = press(program, "punch.yaml", ["press.indenter={cone: {slope: 0.05}}", "press.grid.size=[3.8197186 mm, 3.8197186 mm]",
                                         "press.load={approach: 100 um}", "press.tolerance=1e-9"])[0]
    punch = press(program, "punch.yaml", [])[-1]
    return (against("cone, 256 x 256, by approach", cone, ["force", "area", "energy", "stiffness"]) +
            against("flat punch, 256 x 256, by approach", punch, ["force", "energy", "stiffness"]))


def layer(program):
    lines = []
    for nu in (0, 0.3, 0.45):
        solid = f"press.solid={{young: 7 GPa, poisson: {nu}, thickness: 0.3 mm}}"
        a = press(program, "wavy.yaml", ["press.surface={flat: {}}", "press.load={pressure: 1 MPa}", "press.stiffness=false", solid])[0]
        exact = 1e6 * 0.3e-3 * (1 - 2 * nu) * (1 + nu) / (7e9 * (1 - nu))
        lines.append(row(f"layer of 0.3 mm, ν = {nu}, uniform load", "approach (oedometer)", a["approach"], exact))
    thick = []
    for thickness in ("", ", thickness: 40 mm"):
        solid = f"press.solid={{young: 7 GPa, poisson: 0.3{thickness}}}"
        thick.append(press(program, "wavy.yaml", ["press.load={pressure: 1 MPa}", "press.stiffness=false", solid])[0])
    lines.append(row("wave on a layer 40 times as thick as long", "largest pressure, of the half-space", thick[1]["max_pressure"],
                     thick[0]["max_pressure"]))
    return lines


def penalty(program):
    a = press(program, "hertz.yaml", ["press.enforcement=penalty", "press.penalty=1e16", "press.load={force: 300}",
                                      "press.tangential.force=45", "press.tolerance=1e-11"])[0]
    return [row("ball, penalty of 1e16 Pa/m", "largest overlap, p/k", a["overlap"], a["max_pressure"] / 1e16)]


SHARES = (0.005, 0.01, 0.02, 0.03, 0.04, 0.05)


def rough_answers(program, seed):
    loads = ", ".join(f"{s * 10} GPa" for s in SHARES)
    settings = ["press.grid.cells=[2048, 2048]", f"seed={seed}", "press.stiffness=false", f"press.load.pressure=[{loads}]",
                "press.surface.rough={hurst: 0.8, rms_slope: 0.1, roll_off: 250 um, longest: 250 um, shortest: 7.8125 um}"]
    return [a["share"] for a in press(program, "rough.yaml", settings)]


def proportional(areas):
    """The slope of the line through the origin of least squares, and the largest distance from it over the largest area."""
    slope = sum(a * s for a, s in zip(areas, SHARES)) / sum(s * s for s in SHARES)
    return slope, max(abs(a - slope * s) for a, s in zip(areas, SHARES)) / max(areas)


def rough(program):
    areas = {seed: rough_answers(program, seed) for seed in (1, 2, 3)}
    PICTURE.write_text(picture(areas))
    lines = ["", "| seed | " + " | ".join(f"{s:g}" for s in SHARES) + " | line | largest distance from it |", "|---" * (len(SHARES) + 3) + "|"]
    for seed, area in areas.items():
        slope, off = proportional(area)
        lines.append(f"| {seed} | " + " | ".join(f"{a / s:.3f}" for a, s in zip(area, SHARES)) + f" | {slope:.3f} | {100 * off:.1f} % |")
    return lines


# ---------------------------------------------------------------------------------------------------------- picture

def picture(areas):
    """Area over load, with the lines of Persson and of Bush, Gibson and Thomas."""
    width, height, left, bottom = 640, 400, 60, 345
    x = lambda s: left + s / 0.055 * (width - left - 20)
    y = lambda a: bottom - a / 0.14 * (bottom - 20)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
           f'<rect width="{width}" height="{height}" fill="#ffffff"/>']
    for k in range(6):
        out.append(f'<text x="{x(k / 100):.0f}" y="{bottom + 20}" text-anchor="middle">{k / 100:g}</text>')
    for k in range(0, 15, 2):
        out.append(f'<text x="{left - 8}" y="{y(k / 100) + 4:.0f}" text-anchor="end">{k / 100:g}</text>')
        out.append(f'<path d="M{left} {y(k / 100):.1f}H{width - 20}" stroke="#dddddd"/>')
    for kappa, name, beside in ((math.sqrt(8 / math.pi), "Persson", 20), (math.sqrt(2 * math.pi), "Bush, Gibson and Thomas", -6)):
        out.append(f'<path d="M{x(0):.1f} {y(0):.1f}L{x(0.05):.1f} {y(0.05 * kappa):.1f}" stroke="#777777" stroke-dasharray="5 4"/>')
        out.append(f'<text x="{x(0.049):.0f}" y="{y(0.05 * kappa) + beside:.0f}" text-anchor="end" fill="#555555">{name}, {kappa:.2f}</text>')
    for colour, (seed, area) in zip(("#0072b2", "#d55e00", "#009e73"), areas.items()):
        out.extend(f'<circle cx="{x(s):.1f}" cy="{y(a):.1f}" r="4" fill="none" stroke="{colour}" stroke-width="2"/>' for s, a in zip(SHARES, area))
        out.append(f'<text x="{left + 20}" y="{30 + 18 * seed}" fill="{colour}">seed {seed}: {proportional(area)[0]:.2f}</text>')
    out.append(f'<path d="M{left} 20V{bottom}H{width - 20}" fill="none" stroke="#000000"/>')
    out.append(f'<text x="{(left + width) / 2:.0f}" y="{height - 12}" text-anchor="middle">mean pressure over E* times the rms slope</text>')
    out.append(f'<text transform="translate(16 {bottom / 2:.0f}) rotate(-90)" text-anchor="middle">area in contact over all</text></svg>\n')
    return "\n".join(out)


# ------------------------------------------------------------------------------------------------------------- page

HEAD = """# Elastic contact at rest: closed forms beside what abut solves

Written by `tools/validation.py build/abut`, which runs `abut press` on the scenes below with other sizes and loads; a test solves the quick
rows again and compares every digit. Theory: [docs/theory/elastic.md](../theory/elastic.md); limits in
`tests/oracle/test_elastic.c` and `tests/physics/test_press.c`. All in SI. The difference is relative, that of a mean gap over the amplitude of the wave.

Closed forms: Westergaard 1939 for the wave, s is the mean pressure over that of full contact; Hertz for the ball, Cattaneo and Mindlin for its stick; Sneddon 1965 for cone and punch. An area is
that of the cells under pressure, whose edge is up to half a cell off all around. The sharp edge of a punch falls within a row of cells, hence its 1.5e-3.

| case | quantity | abut | closed form | difference |
|---|---|---|---|---|
"""

ROUGH = """
The order of the pressure of the wave is 1.0, by `build/tests/test_elastic`.

## Self-affine surfaces

Area over load, both dimensionless: the share of the surface in contact over the mean pressure over E* times the rms slope. Hurst exponent 0.8, 2048 x 2048 cells, waves from a quarter of the
grid to 16 cells. The theory of Persson has 1.6 for light loads, that of Bush, Gibson and Thomas 2.51. The line goes through the origin; the distance from it
is over the largest area. Over the area itself it is up to 3 % for the seeds 1 and 2, and 9 % at the smallest load of seed 3, where a few summits carry all.
"""

QUICK, SLOW = (wave, wave_order, ball, cone_and_punch, layer, penalty), (large_ball,)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("program", nargs="?", default=str(ROOT / "build/abut"))
    options = parser.parse_args()
    lines = [line for case in QUICK for line in case(options.program)]
    if options.check:
        page = PAGE.read_text().splitlines()
        wrong = [line for line in lines if line not in page]
        print("\n".join(["not on the page; run tools/validation.py:", *wrong]) if wrong else f"{len(lines)} rows are those of the page")
        sys.exit(1 if wrong else 0)
    lines += [line for case in SLOW for line in case(options.program)]
    text = HEAD + "\n".join(lines) + "\n" + ROUGH + "\n".join(rough(options.program)) + "\n\n![Area over load](../pictures/rough_area.svg)\n"
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(text)


if __name__ == "__main__":
    main()
