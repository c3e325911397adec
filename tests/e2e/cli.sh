#!/bin/sh
# cli.sh PROGRAM: the command line as a user meets it. Every claim is a line; the first that is false ends the test.
set -eu
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
scenes=$(cd "$(dirname "$0")/../../scenes" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
    echo "FAILED: $*"
    echo "--- stdout"
    cat stdout
    echo "--- stderr"
    cat stderr
    exit 1
}

# expect CODE ARGUMENT...: runs the program, which must end with CODE; its output is left in stdout and stderr.
expect() {
    wanted=$1
    shift
    code=0
    "$program" "$@" >stdout 2>stderr </dev/null || code=$?
    [ "$code" -eq "$wanted" ] || fail "abut $* ended with $code, not $wanted"
}
says() { grep -q -- "$1" stdout || fail "stdout does not say '$1'"; }
complains() { grep -q -- "$1" stderr || fail "stderr does not say '$1'"; }
is_json() { python3 -m json.tool <stdout >/dev/null || fail "stdout is not JSON"; }
silent() { [ ! -s "$1" ] || fail "$1 is not empty"; }

# ------------------------------------------------------------------------------------------------ verbs, options, help
verbs="run sweep compare check info mesh sdf overlap press solve impact cone plot render view export bench new list schema explain help version"
expect 0 --help
for verb in $verbs; do says "$verb"; done
says 'Exit codes: 0'
expect 0 help
expect 2
complains 'abut VERB'
for verb in $verbs; do
    expect 0 "$verb" --help
    says "abut $verb"
    says 'Example:'
    silent stderr
    cp stdout "$verb.help"
    expect 0 help "$verb"
    cmp stdout "$verb.help" || fail "help $verb differs from $verb --help"
    expect 2 "$verb" --no-such-option
    complains 'no option'
done
expect 0 --version
says '^abut [0-9]'
expect 2 rum
complains "did you mean 'run'"
expect 2 help rum
complains "did you mean 'run'"
expect 2 xyzzy
complains 'there are: run'
expect 2 run --thread 2 x.yaml
complains "did you mean '--threads'"
expect 2 run --threads
complains 'needs a value'
expect 2 run --threads two x.yaml
complains 'a whole number'
expect 2 run --threads=-1 x.yaml
complains 'a whole number'
expect 2 info --scale 1e999 x.stl
complains 'a number'
expect 2 info --scale 0 x.stl
complains 'positive'
expect 2 info --density 0 x.stl
complains 'positive'
expect 2 run --quiet=yes x.yaml
complains 'takes no value'
expect 2 run -o '' x.yaml
complains 'takes a value'
expect 2 run a.yaml b.yaml
complains 'too many'
expect 2 check
complains 'missing'
expect 2 run
complains 'name a scene'
expect 2 run --resume a -o b
complains 'leave out --out'
expect 2 run x.yaml --checkpoint-every -1
complains 'negative'
expect 2 run x.yaml --report-size 0
complains 'positive'
expect 2 run x.yaml --report-size -1
expect 2 help run list
complains 'too many'

# -------------------------------------------------------------------------------------------------- lists and texts
expect 0 list
for list in shapes laws dampings frictions integrators materials scenes units; do
    expect 0 list $list
    [ "$(wc -l <stdout)" -ge 2 ] || fail "list $list is empty"
    expect 0 list $list --json
    is_json
done
expect 0 list rollings
says spring
expect 0 list cohesions
says area
expect 0 list materials
says 'POM .*1410 kg/m^3, 2.5 GPa'
expect 2 list shape
complains "did you mean 'shapes'"
expect 0 explain
says E012
expect 0 explain E012
says unknown-key
expect 0 explain unknown-key
expect 2 explain E999
complains 'no diagnostic'
expect 0 schema
is_json
expect 0 help scene
says materials
expect 0 help scene time.dt
says dt
expect 2 help scene no_such_key
complains no_such_key

# ----------------------------------------------------------------------------------------------------------- new, check
expect 0 new first.yaml
says 'abut run first.yaml'
cp first.yaml kept.yaml
expect 2 new first.yaml
complains 'left as it is'
cmp first.yaml kept.yaml || fail 'new overwrote a scene'
expect 2 new other.yaml --from frist
complains "did you mean 'first'"
expect 4 new no/such/folder.yaml
for scene in "$scenes"/*.yaml; do
    name=$(basename "$scene" .yaml)
    expect 0 new "copy_$name.yaml" --from "$name"
    cmp "$scene" "copy_$name.yaml" || fail "the copy of $name differs"
    expect 0 check "copy_$name.yaml"
    if grep -q '^press:' "$scene"; then says 'solve it with .abut press'; else says 'overlaps at t = 0: none'; fi
done
for name in first double_pendulum; do
    expect 0 check "copy_$name.yaml" --json
    is_json
done
expect 0 check first.yaml --set 'bodies.ball.position=[0, 0, 29 mm]'
says 'ball and floor by\|floor and ball by'
expect 2 check missing.yaml
complains 'missing.yaml'
cat >wrong.yaml <<'SCENE'
abut: 1
time: {end: 1 s, dt: 3 kg}
materials:
  steel: {density: 7850, fricton: 0.2}
bodies:
  - {name: ball, shape: {sphere: {radius: -1}}, material: steal}
SCENE
expect 2 check wrong.yaml
for place in wrong.yaml:2: wrong.yaml:4: wrong.yaml:6:; do complains $place; done
complains E012
complains "did you mean 'friction'"
complains '\^'
expect 2 check wrong.yaml --json
is_json
says '"ok": false'
expect 2 run wrong.yaml -o never
complains 'wrong.yaml:4:'
[ ! -e never ] || fail 'a wrong scene made a folder'

# ----------------------------------------------------------------------------------------------------------------- run
expect 0 run first.yaml --set 'time.end=0.1 s' --json
is_json
says '"finished": true'
for file in results.vtkhdf energy.csv bodies.csv run.json picture.png scene.yaml checkpoint.abut; do
    [ -s out/first/$file ] || fail "there is no $file"
done
[ ! -e out/first/journal.abut ] || fail 'the journal was left'
cmp first.yaml out/first/scene.yaml || fail 'the copy of the scene differs'
expect 2 run first.yaml
complains '--overwrite'
expect 0 run --no-picture first.yaml --overwrite --set 'time.end=0.1 s' -q
silent stdout
silent stderr
expect 0 run first.yaml --overwrite --set 'time.end=0.1 s'
says 'state hash'
says 'residual'
says 'results in out/first'
expect 0 run --no-picture --resume out/first
says finished
expect 2 run --resume out/first --set time.end=1
complains 'leave out --set'
expect 2 run --resume nowhere
complains 'holds no run'
sed 's/50 cm/51 cm/' first.yaml >other.yaml
expect 2 run other.yaml --resume out/first
complains 'has changed'
expect 0 run --no-picture first.yaml --resume out/first # the same scene at another place is fine
expect 0 info out/first
says finished
expect 0 info out/first --json
is_json
expect 2 info .
complains 'holds no run'
dd if=/dev/zero of=out/first/checkpoint.abut bs=1 seek=40 count=4 conv=notrunc 2>/dev/null
expect 2 run --resume out/first
complains 'checksum'
expect 2 info out/first
complains 'checksum'

# ---------------------------------------------------------------------------------------------- failures of the world
expect 4 run first.yaml -o first.yaml/inside
complains 'a folder is needed'
expect 2 run first.yaml -o large --set 'time.dt=20 ms'
complains 'time step is too large'
expect 3 run first.yaml -o infinite --set 'gravity=[0, 0, -1e200]' --set 'time.dt=1e-4'
complains "body 'ball'"
complains 'checkpoint of step 0 is kept'
[ -s infinite/results.vtkhdf ] || fail 'the results before a failure are gone'
expect 3 run --resume infinite
expect 0 run --no-picture first.yaml -o explodes --set 'time.dt=2 ms' --set time.allow_large_dt=true --set materials.rubber.young=1e9
complains 'energy'
mkdir inner
printf 'include: [../first.yaml]\nabut: 1\ntime: {end: 10 ms}\n' >inner/climbs.yaml
expect 2 check inner/climbs.yaml
complains 'allow-outside'
expect 0 run --no-picture inner/climbs.yaml -o outside --allow-outside -q
expect 0 run --no-picture --resume outside # remembers the permission
expect 4 run first.yaml -o /dev/full/x
(
    # a disk that is full after 100 kB: writes fail, and the signal that would kill is ignored
    trap '' XFSZ
    ulimit -f 200
    expect 4 run first.yaml -o full --set 'output.history=0'
    complains full/
    complains 'checkpoint of step'
)
expect 0 run --resume full --json
says '"finished": true'

# ----------------------------------------------------------------------------------------------------------------- plot
expect 0 plot full
says 'energy.csv:'
expect 0 plot full energy 'k*tic' -o curves.svg --title 'A < B'
says 'curves.svg'
python3 - <<'PY' || fail 'the picture is not XML with the curves'
import xml.etree.ElementTree as tree
root = tree.parse("curves.svg").getroot()
texts = [t.text for t in root.iter() if t.tag.endswith("text")]
assert texts.count("kinetic") == 2 and "J" in texts and "time [s]" in texts, texts
PY
expect 0 plot full kinetic --with full -o both.svg
[ "$(grep -c 'full: kinetic</text>' both.svg)" = 2 ] || fail 'curves of two runs do not have their names'
expect 2 plot full kinetic --with nowhere
complains nowhere
expect 0 plot full energy -o curves.png
head -c 8 curves.png | od -An -tx1 | grep -q '89 50 4e 47 0d 0a 1a 0a' || fail 'curves.png is no PNG'
expect 2 plot full kinetik
complains "did you mean 'kinetic'"
expect 2 plot nowhere energy
complains nowhere
expect 2 plot full energy --width 5
complains --width

# --------------------------------------------------------------------------------------------------------------- render
expect 0 render full --size 64x48 -o still.png
says '64 x 48 pixels'
expect 0 render full --size 32x24 --frame 0 --colour speed --arrows --camera 20,30 --zoom 2 --no-legend
expect 0 render full --movie --size 32x24 --fps 4 --duration 1 --colour force -o movie.png -q
says '4 frames'
python3 - <<'PY' || fail 'the movie is no animated PNG of four pictures'
import struct, zlib
data, at, kinds = open("movie.png", "rb").read(), 8, []
while at < len(data):
    size, kind = struct.unpack(">I4s", data[at:at + 8])
    assert zlib.crc32(data[at + 4:at + 8 + size]) == struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0]
    kinds.append(kind)
    at += 12 + size
assert kinds[:2] == [b"IHDR", b"acTL"] and kinds[-1] == b"IEND" and kinds.count(b"fcTL") == 4, kinds
PY
PATH=/nonexistent expect 2 render full --movie --size 32x24 -o movie.mp4 -q
complains 'needs ffmpeg'
expect 2 render nowhere
complains nowhere
expect 2 render full --frame 100000
complains 'holds [0-9]* frames'
expect 2 render full --frame 0 --time 0
expect 2 render full --size 64
complains --size
expect 2 render full --camera 4
complains --camera
expect 2 render full --colour sped
complains "did you mean 'speed'"
expect 2 render full --look-at nobody
complains nobody
expect 2 render full --movie --fps 0 -o movie.png
complains --fps

# ----------------------------------------------------------------------------------------------------------------- view
expect 2 view nowhere
complains "nowhere\|without npm"
expect 2 view full --port 70000
complains --port

# --------------------------------------------------------------------------------------------------------------- export
expect 0 export full --format pvd
expect 0 export full --format csv --json
is_json
expect 2 export full --format vtkhdf # the run is finished: results.vtkhdf is there
expect 2 export full --format pdv
complains "did you mean 'pvd'"
expect 2 export nowhere

# ----------------------------------------------------------------------------------------------------------------- info
cat >tetra.stl <<'STL'
solid tetra
facet normal 0 0 -1
outer loop
vertex 0 0 0
vertex 0 1 0
vertex 1 0 0
endloop
endfacet
facet normal 0 -1 0
outer loop
vertex 0 0 0
vertex 1 0 0
vertex 0 0 1
endloop
endfacet
facet normal -1 0 0
outer loop
vertex 0 0 0
vertex 0 0 1
vertex 0 1 0
endloop
endfacet
facet normal 1 1 1
outer loop
vertex 1 0 0
vertex 0 1 0
vertex 0 0 1
endloop
endfacet
endsolid tetra
STL
expect 0 info tetra.stl
says closed
expect 0 info tetra.stl --scale 2 --density 3 --json
is_json
python3 - <<'PY' || fail 'the figures of the tetrahedron are wrong'
import json, math
f = json.load(open("stdout"))
near = lambda a, b: abs(a - b) <= 1e-15 * max(1, abs(b))
ok = f["closed"] and not f["inverted"] and f["triangles"] == 4 and f["vertices"] == 4
ok &= near(f["volume"], 8 / 6) and near(f["mass"], 4) and near(f["surface_area"], 6 + 2 * math.sqrt(3))
ok &= all(near(c, 0.5) for c in f["centroid"])
# about the origin, edges a = 2: I_xx = m a^2/5, I_xy = -m a^2/20
ok &= all(near(f["inertia_origin"][i][j], 4 * 4 / 5 if i == j else -4 * 4 / 20) for i in range(3) for j in range(3))
# about the centroid: I_xx = 3/40 m a^2, I_xy = m a^2/80
ok &= all(near(f["inertia_centroid"][i][j], 3 / 40 * 16 if i == j else 16 / 80) for i in range(3) for j in range(3))
ok &= near(sum(f["principal_moments"]), 9 / 40 * 16) and near(f["equivalent_radius"], (8 / 6 * 0.75 / math.pi) ** (1 / 3))
raise SystemExit(not ok)
PY
sed '/facet normal 1 1 1/,/endfacet/d' tetra.stl >open.stl
expect 0 info open.stl
says 'open'
says holes
expect 2 info missing.stl
printf 'solid nothing' >broken.stl
expect 2 info broken.stl
complains broken.stl

# ---------------------------------------------------------------------------------------------------------------- press
wavy="$scenes/wavy.yaml"
few='press.grid.cells=[64, 4]'
expect 0 press "$wavy" -o pressed --strict --set "$few" --law curve.csv
says "Westergaard's closed form"
says 'all 5 checks passed'
for file in press.csv report.html results.vtkhdf pressure.png gap.png profile.png run.json scene.yaml; do
    [ -s "pressed/$file" ] || fail "pressed/$file is missing"
done
[ "$(wc -l <pressed/press.csv)" -eq 6 ] || fail "press.csv has not a row for every load"
[ "$(wc -l <curve.csv)" -eq 6 ] || fail "the law has not a row for every load"
expect 2 press "$wavy" -o pressed
complains 'holds results already'
expect 0 press "$wavy" -o pressed --overwrite --no-picture --json --set "$few" --set press.fields=none
is_json
for file in pressure.png results.vtkhdf; do [ ! -e "pressed/$file" ] || fail "$file was left out, and is there"; done
expect 0 press "$wavy" -q --threads 2 --set "$few"
silent stdout
[ "$(grep hash out/wavy/run.json)" = "$(grep hash pressed/run.json)" ] || fail "two solutions differ"
expect 2 press "$wavy" -o -
complains 'the results are a folder'
expect 2 press "$scenes/first.yaml" -o bad
complains "needs a file with the key 'press'"
expect 2 run "$wavy" -o bad
complains 'abut press'
expect 2 press "$wavy" -o bad --set 'press.solid.young=-1 Pa'
complains "Young's modulus must be positive"
expect 3 press "$wavy" -o bad --set press.tolerance=1e-15
complains 'the contact is solved to'

# ---------------------------------------------------------------------------------------------------------------- solve
# A cube that slides on its four corners: together they carry its weight, and friction is mu times that against the motion.
cube=$scenes/../tests/data/sliding_cube.hdf5
for solver in auto gauss_seidel newton admm fischer; do
    expect 0 solve "$cube" --solver $solver --tolerance 1e-10 --write solved.hdf5 --json
    is_json
    python3 - <<'PY' || fail "the sliding cube is not solved ($solver)"
import json
o = json.load(open("stdout"))
raise SystemExit(not (o["solved"] and o["natural"] <= 1e-10 and o["contacts"] == 4))
PY
    expect 0 solve solved.hdf5
    says '^contacts   4$'
done
expect 3 solve "$cube" --solver gauss_seidel --max-iterations 1 --tolerance 1e-15
complains 'not solved'
expect 2 solve "$cube" --solver pivots
complains 'abut list solvers'
expect 2 solve no_such.hdf5
printf 'no hdf5' >broken.hdf5
expect 2 solve broken.hdf5
complains 'broken.hdf5'
expect 0 list solvers
says 'gauss_seidel'

# ------------------------------------------------------------------------------------------------------ impacts of a run
expect 0 run "$scenes/kane_levinson.yaml" -o kane --set time.end=10ms --no-picture --no-report
says 'impacts by stronge  *1, which took 0.00927'
expect 0 run "$scenes/kane_levinson.yaml" -o guarded --set time.end=10ms --set impact=moreau --no-picture --no-report
says 'impacts guarded  *1, which would have created energy'
expect 0 run "$scenes/painleve_rod.yaml" -o painleve --set time.end=10ms --no-picture --no-report
says 'Painleve: slip presses  *[1-9]'
python3 - <<'PY' || fail "run.json lacks the impacts"
import json
kane, guarded, rod = (json.load(open(f"{run}/run.json"))["impacts"] for run in ("kane", "guarded", "painleve"))
assert kane["stronge"]["count"] == 1 and kane["stronge"]["speed"] > 0.1 and kane["guarded"] == 0 and "moreau" not in kane
assert guarded["guarded"] == 1 and guarded["moreau"]["lost"] < 1e-8
assert rod["painleve"] > 0 and {rod["painleve_a"], rod["painleve_b"]} == {"rod", "floor"}
PY

# --------------------------------------------------------------------------------------------------------------- impact
# A rod of mass 1 and length 1 at 45 degrees: friction 0.3, e = 0.5; it slips all the time, so that three laws agree.
cat >rod.yaml <<'YAML'
abut: 1
impact:
  law: stronge
  friction: 0.3
  restitution: 0.5
  planar: true
  mobility: [2.5, -1.5, -1.5, 2.5]
  velocity: [-1, -0.5]
YAML
expect 0 impact rod.yaml
says 'law stronge'
says 'velocity after  *0.5  *-1.0487804878'
says 'compression, slip  *normal impulse 0 to 0.487805 N s'
says 'expansion, slip'
says 'energy change -0.352914931588 J'
expect 0 impact rod.yaml --set impact.friction=0.5 --set impact.restitution=0.7 --set impact.velocity=[-1,0.2]
[ "$(grep -c 'compression, slip' stdout)" -eq 2 ] || fail "slip does not reverse"
says 'slip 0.2 to 0 m/s'
expect 0 impact rod.yaml --set impact.friction=2 --set impact.velocity=[-1,0.2]
says 'compression, stick'
expect 0 impact rod.yaml --json --laws all --path rod.csv --plot rod.svg
is_json
python3 - <<'PY' || fail "the laws are wrong about a rod"
import csv, json
import xml.etree.ElementTree as xml
o = json.load(open("stdout"))
by = {law["law"]: law for law in o["laws"]}
assert list(by) == ["moreau", "newton", "poisson", "stronge"], list(by)
for law in o["laws"]:
    contact = law["contacts"][0]
    assert law["solved"] and abs(contact["after"][0] - 0.5) < 1e-10 and abs(contact["impulse"][0] - 0.7317073170731707) < 1e-10
assert [p["name"] for p in by["poisson"]["contacts"][0]["phases"]] == ["compression, slip", "expansion, slip"]
assert by["moreau"]["contacts"][0]["phases"] == []
rows = list(csv.DictReader(open("rod.csv")))
assert {r["law"] for r in rows} == set(by) and float(rows[-1]["v_n [m/s]"]) == by["stronge"]["contacts"][0]["after"][0]
marks = [e for e in xml.parse("rod.svg").iter() if e.tag.endswith("circle")]
assert len(marks) == 2 * (4 + 3), len(marks)  # two panels; after the impact, and the end of compression of a process
PY
expect 0 impact rod.yaml --laws poisson,moreau --set impact.friction=0
says '^poisson'
says '^moreau'
# The pendulum of Kane and Levinson: unguarded, moreau creates energy.
kane="--set impact.law=moreau --set impact.friction=0.5 --set impact.restitution=0.7
      --set impact.velocity=[-0.13420201433256687,-0.2671743428354786]
      --set impact.mobility=[1.009560290504089,1.521308658010779,1.521308658010779,2.440338045696310]"
# shellcheck disable=SC2086  # a list of words
expect 0 impact rod.yaml $kane
says 'guard: restitution times'
# shellcheck disable=SC2086
expect 0 impact rod.yaml $kane --set impact.guard=false
says 'energy change 0.04'
# shellcheck disable=SC2086
expect 0 impact rod.yaml $kane --laws all --set impact.guard=false
says '^moreau .*creates energy'
cat >cradle.yaml <<'YAML'
abut: 1
impact:
  law: stronge
  restitution: 1
  bodies:
    one: {mass: 1, inertia: [1, 1, 1], velocity: [1, 0, 0]}
    two: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}
    three: {mass: 1, inertia: [1, 1, 1], position: [2, 0, 0]}
  contacts:
    - {name: left, a: one, b: two, point: [0.5, 0, 0], normal: [-1, 0, 0]}
    - {name: right, a: two, b: three, point: [1.5, 0, 0], normal: [-1, 0, 0]}
YAML
expect 0 impact cradle.yaml
says 'all at once'
says 'body three: velocity 0.98003212563'
says 'contact left: friction 0'
expect 0 impact cradle.yaml --set impact.order=sequential --json
is_json
expect 0 impact cradle.yaml --set impact.order=sequential --path - --laws stronge
says '^law,contact,motion,phase,p_n'
expect 0 impact cradle.yaml --plot - --laws all
says '</svg>'
expect 0 impact cradle.yaml --set impact.contacts.left.law=poisson
says 'law mixed'
expect 2 impact rod.yaml --laws poisson,hooke
complains "there are: moreau"
expect 2 impact rod.yaml --set impact.law=strong
complains "stronge"
expect 2 impact no_such.yaml
expect 4 impact rod.yaml --path no/such/folder/rod.csv
expect 4 impact rod.yaml --plot no/such/folder/rod.svg
expect 2 impact "$scenes/bouncing_ball.yaml"
complains "'impact'"
expect 2 run rod.yaml
complains 'abut impact'
expect 0 check rod.yaml
says 'abut impact'
expect 0 check rod.yaml --json
says '"ok": true'
# Two walls that close on a body: no impulse separates it from both.
cat >wedge.yaml <<'YAML'
abut: 1
impact: {planar: true, mobility: [1, 0, -1, 0,  0, 1, 0, 0,  -1, 0, 1, 0,  0, 0, 0, 1], velocity: [-1, 0, -0.5, 0]}
YAML
expect 3 impact wedge.yaml
complains 'wedged'
expect 3 impact wedge.yaml --laws all
says 'not solved'

# ----------------------------------------------------------------------------------------------------------------- cone
expect 0 cone --mu 0.5 --force 2,0.3,0.4 --normal 10,0,0
says '^state      stick'
says '^projected  2 0.3 0.4$'
expect 0 cone --mu 0.5 --force 1,3,4 --normal 1,0,0
says '^state      slip'
says '^projected  2.8 0.84 1.12$'
says '^change     4.02492235'
says '5 needed, 0.5 given'
expect 0 cone --mu 0.5 --force '-1, 2 0' --normal 1,0,0
says '^state      open'
says 'none is enough'
# A finger that holds a weight of 4.9 N by friction 0.5 presses with 9.8 N.
expect 0 cone --mu 0.5 --force 9.8,0,4.9 --normal 1,0,0
says '^state      stick'
expect 0 cone --mu 0.5 --force 9.79,0,4.9 --normal 1,0,0 --json
is_json
says '"state": "slip"'
# Squares of these overflow or vanish.
expect 0 cone --mu 0.5 --force 0,3e200,4e200 --normal 0,0,1e-200
says '^state      slip'
says '^projected  0 2.2e+200 4.4e+200$'
expect 0 cone --mu 0.5 --force 3e-300,0,4e-300
says '^state      slip'
says '^projected  2.2e-300 0 4.4e-300$'
expect 2 cone --mu 0.5
complains 'force'
expect 2 cone --force 1,2,3
complains 'mu'
expect 2 cone --mu -1 --force 1,2,3
complains 'mu'
expect 2 cone --mu 1 --force 1,2
complains 'force'
expect 2 cone --mu 1 --force 1,2,3 --normal 0,0,0
complains 'normal'

# -------------------------------------------------------------------------------------------------------------- overlap
cat >cube.obj <<'OBJ'
v -0.5 -0.5 -0.5
v -0.5 -0.5 0.5
v -0.5 0.5 -0.5
v -0.5 0.5 0.5
v 0.5 -0.5 -0.5
v 0.5 -0.5 0.5
v 0.5 0.5 -0.5
v 0.5 0.5 0.5
f 1 2 4 3
f 5 7 8 6
f 1 5 6 2
f 3 4 8 7
f 1 3 7 5
f 2 6 8 4
OBJ
for method in clip dual; do
    expect 0 overlap cube.obj cube.obj --position 0.75,0.25,0.125 --orientation '1 0 0 0' --method $method --json
    is_json
    python3 - <<'PY' || fail "the overlap of two cubes is wrong ($method)"
import json
o = json.load(open("stdout"))
near = lambda a, b: all(abs(x - y) < 1e-14 for x, y in zip(a, b)) and len(a) == 3
s = [-0.65625, -0.21875, -0.1875]
ok = o["overlap"] and abs(o["volume"] - 0.1640625) < 1e-15 and near(o["centroid"], [0.375, 0.125, 0.0625])
raise SystemExit(not (ok and near(o["area"], s) and near(o["point"], o["centroid"]) and abs(o["moment"][2]) < 1e-14))
PY
done
expect 0 overlap cube.obj cube.obj --position-a 0,0,1 --orientation-a 1,0,0,1 --position=0.1,0.1,0.1 --scale 2
says '^volume    3.971 '
expect 0 overlap cube.obj cube.obj --position 2,0,0
says 'no overlap'
expect 0 overlap cube.obj cube.obj --position 2,0,0 --json
says '"overlap": false'
sed '$d' cube.obj >open.obj
expect 2 overlap cube.obj open.obj
complains 'open.obj: .*not closed: 4 open'
expect 0 overlap cube.obj open.obj --hull
sed 's/^f \(.\) \(.\) \(.\) \(.\)/f \4 \3 \2 \1/' cube.obj >inverted.obj
expect 2 overlap inverted.obj cube.obj
complains 'inverted.obj: .*face inward (volume -1 m^3)'
sed 's/^v 0.5 0.5 0.5/v 0 0 0/' cube.obj >dented.obj
expect 2 overlap dented.obj cube.obj
complains 'dented.obj: .*not convex: a vertex lies'
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 3 2\n' >flat.obj
expect 2 overlap flat.obj flat.obj
complains 'flat.obj: .*encloses no volume'
expect 2 overlap cube.obj cube.obj --position 0,0,1 --method dual
complains 'too flat for the dual method'
expect 2 overlap cube.obj
expect 2 overlap cube.obj missing.obj
expect 2 overlap cube.obj cube.obj --method sat
complains 'no method'
expect 2 overlap cube.obj cube.obj --position 1,2
complains 'three numbers'
expect 2 overlap cube.obj cube.obj --orientation 1,2,3,x
complains 'quaternion'
expect 2 overlap cube.obj cube.obj --orientation 0,0,0,0
complains 'orientation is zero'
expect 2 overlap cube.obj cube.obj --scale 0

# ------------------------------------------------------------------------------------------------------------------ sdf
# A cube and its copy that is shifted into it.
{
    cat cube.obj
    awk '/^v /{ n++; print "v", $2 + 0.3, $3 + 0.4, $4 + 0.35 } /^f /{ face[++m] = $0 }
        END { for (i = 1; i <= m; i++) { k = split(face[i], at); s = "f"; for (j = 2; j <= k; j++) s = s " " at[j] + n; print s } }' cube.obj
} >crossing.obj
# ----------------------------------------------------------------------------------------------------------------- mesh
expect 0 mesh cube.obj -o copy.obj
says 'the result is closed'
expect 0 mesh cube.obj -o half.stl --scale 0.5 --json
is_json
expect 0 mesh half.stl -o - --unit mm --scale=-2000,2000,2000 --centre
grep -q '^v ' stdout || fail 'no mesh on the standard output'
complains 'moved by'
cp stdout back.obj
expect 0 info back.obj --json
cp stdout back.json
expect 0 info cube.obj --json
python3 -c 'import json, sys
a, b = (json.load(open(name)) for name in ("back.json", "stdout"))
assert b["volume"] == a["volume"] and a["closed"] and max(map(abs, a["centroid"])) < 1e-7, (a, b)' || fail 'scaled, mirrored and back'
expect 0 mesh crossing.obj -o crossing.ply --hull
says 'convex hull'
expect 0 info crossing.ply
says 'closed'
awk '!/^f / || n++' cube.obj >holed.obj # without its first face
expect 0 mesh holed.obj -o still.obj
says 'open: it has no volume'
expect 0 mesh holed.obj -o closed.obj --close-holes
says 'holes closed'
says 'the result is closed'
expect 0 mesh cube.obj -o simple.obj --simplify 12
expect 2 mesh cube.obj -o simple.obj --simplify 3
complains 'too few; down to'
expect 2 mesh cube.obj
complains 'abut info cube.obj'
expect 2 mesh cube.obj -o cube.step
complains '.obj, .ply or .stl'
[ ! -e cube.step ] || fail 'a refused format left a file'
expect 2 mesh cube.obj -o x.obj --weld 100
complains 'joins the whole mesh'
[ ! -e x.obj ] || fail 'a refused mesh left a file'
expect 2 mesh cube.obj -o x.obj --weld -1
complains 'negative'
expect 2 mesh cube.obj -o x.obj --scale 1,0,1
complains 'none of them 0'
expect 2 mesh cube.obj -o x.obj --scale 1,2
complains 'three'
expect 2 mesh cube.obj -o x.obj --unit kg
expect 2 mesh cube.obj -o - --json
complains 'standard output'
expect 2 mesh missing.stl -o x.obj
expect 4 mesh cube.obj -o nowhere/x.obj

# ------------------------------------------------------------------------------------------------------------------ fields of both
expect 0 sdf crossing.obj --cells 16
says 'mesh: crosses itself'
expect 0 sdf crossing.obj --cells 16 --json
grep -q '"self_intersections": [1-9]' stdout || fail 'crossing triangles were not counted'
expect 0 sdf cube.obj --cells 16
says 'mesh: sound'
expect 0 sdf tetra.stl --cells 32
says 'audit: 0 of '
! grep -q 'crossing' stdout || fail 'triangles that share a corner were taken for crossing'
says 'mesh: put right first'
expect 0 sdf tetra.stl --cells 32 --json --slice slice.png --axis x --at 0.2 --vti field.vti --cache fields
is_json
[ "$(head -c 8 slice.png | od -An -c | tr -d ' \n')" = '211PNG\r\n032\n' ] || fail 'the slice is no PNG file'
python3 - <<'PY' || fail 'the exported field is wrong'
import json, re, struct
f = json.load(open("stdout"))
data = open("field.vti", "rb").read()
head, raw = data.split(b'<AppendedData encoding="raw">\n_', 1)
extent = [int(x) for x in re.search(rb'WholeExtent="([^"]*)"', head).group(1).split()]
count = (extent[1] + 1) * (extent[3] + 1) * (extent[5] + 1)
size, = struct.unpack_from("<Q", raw)
values = struct.unpack_from("<%df" % count, raw, 8)
n, h, o = extent[1] + 1, f["cell"], f["origin"]
ok = extent[1::2] == f["cells"] and size == 4 * count and f["audit_violations"] == 0 and not f["from_cache"]
deep = min(range(count), key=lambda q: values[q])
radius = 1 / (3 + 3 ** 0.5)  # of the ball inscribed in the corner of a cube
ok &= abs(values[deep] + radius) < h and abs(o[0] + h * (deep % n) - radius) < 2 * h
raise SystemExit(not ok)
PY
expect 0 sdf tetra.stl --cells 32 --json --cache fields
says '"from_cache": true'
expect 0 sdf tetra.stl --cells 40 --cache small --cache-limit 0
complains 'not kept'
[ -z "$(ls small 2>/dev/null)" ] || fail 'a folder of no size holds a field'
expect 2 sdf tetra.stl --cells 32 --slice slice.png --at 7
complains 'from .* to .* m along z'
expect 2 sdf tetra.stl --error 1e-7 --memory 8
complains 'an error below 1e-07 m is out of reach: cells of'
# A run with fields from the cache has the same bits.
cat >solids.yaml <<'YAML'
abut: 1
time: {end: 20 ms, dt: 50 us}
contact: {law: linear, geometry: sdf, stiffness: 10 kN/m, resolution: 32}
materials: {steel: {density: 1 g/cm^3}}
bodies:
  - {name: floor, shape: {box: {size: [3 m, 3 m, 1 m]}}, material: steel, fixed: true, position: [0.4 m, 0.4 m, -0.5 m]}
  - {name: part, shape: {mesh: {file: cube.obj}}, material: steel, position: [0, 0, 0.501 m]}
YAML
for turn in none built read; do
    cache='--cache solids'
    [ $turn = none ] && cache=
    # shellcheck disable=SC2086  # an option and its value
    expect 0 run solids.yaml -o solids_$turn --no-report --no-picture $cache
    grep 'state hash' stdout >hash_$turn
done
[ "$(find solids -name 'sdf-*.field' | wc -l)" -eq 2 ] || fail 'a run did not keep the fields of its two solids'
cmp -s hash_none hash_built || fail 'keeping fields changes the run'
cmp -s hash_none hash_read || fail 'a field from the cache changes the run'
printf 'x,y,z\n0.2,0.2,0.1\n\n0.2 0.2 -1\n' >points.csv
expect 0 sdf tetra.stl --cells 48 --query points.csv --json
is_json
python3 - <<'PY' || fail 'the answers for the points are wrong'
import json
inside, below = json.load(open("stdout"))
ok = abs(inside["exact"] + 0.1) < 1e-15 and abs(below["exact"] - 1) < 1e-15 and below["closest"] == [0.2, 0.2, 0]
ok &= abs(inside["distance"] - inside["exact"]) < 1e-3 and inside["gradient"][2] < -0.9
raise SystemExit(not ok)
PY
expect 0 sdf tetra.stl --cells 48 --query points.csv
says '^x,y,z,distance'
[ "$(wc -l <stdout)" -eq 3 ] || fail 'not a line for each point'
printf '0,0,0\n0,0\n' >points.csv
expect 2 sdf tetra.stl --cells 48 --query points.csv
complains 'points.csv:2: expected three numbers'
printf '0,0,nan\n' >points.csv # a damaged point is no header
expect 2 sdf tetra.stl --cells 48 --query points.csv
complains 'points.csv:1: expected three numbers'
printf 'x,y,z\n' >points.csv
expect 2 sdf tetra.stl --cells 48 --query points.csv
complains 'points.csv: holds no point'
expect 0 sdf open.stl --error 0.02
says 'holes capped'
expect 2 sdf tetra.stl --cells 100000
complains 'more than the limit of'
expect 2 sdf tetra.stl --cells 3
complains 'along its longest side'
expect 2 sdf tetra.stl --axis w
complains 'x, y or z'
expect 2 sdf tetra.stl --size 1 --error 1
complains 'not both'
expect 2 sdf tetra.stl --scale 0
complains 'must be positive'
expect 2 sdf missing.stl
expect 4 sdf tetra.stl --cells 32 --slice nowhere/slice.png
expect 4 sdf tetra.stl --cells 32 --vti nowhere/field.vti

# ---------------------------------------------------------------------------------------------------------------- bench
expect 0 bench sdf --mesh tetra.stl --cells 24
says 'mesh and mesh'
expect 0 bench sdf --mesh tetra.stl --cells 24 --json
is_json
expect 2 bench sdf
complains 'give a mesh'
expect 2 bench spheres --mesh tetra.stl
complains 'there is sdf'
expect 2 bench sdf --mesh tetra.stl --scale 0
complains 'must be positive'
expect 2 bench sdf --mesh missing.stl
expect 2 bench sdf --mesh tetra.stl --cells 3

# ----------------------------------------------------------------------------------------------- what check finds
cat >crowd.yaml <<'SCENE'
abut: 1
time: {end: 1 s, dt: 50 us}
materials: {wood: {}}
bodies:
  - {name: wall, shape: {mesh: {file: open.stl}}, material: wood, fixed: true, contact: false}
generators:
  - grid:
      {name: pea, shape: {sphere: 5 mm}, material: wood, count: [20, 1, 1], spacing: [9.5 mm, 0, 0]}
SCENE
expect 0 check crowd.yaml
says 'pea *20 x sphere'
says 'pea\[0\] and pea\[1\] by 0.0005 m'
says 'and 9 more'
complains 'W103.*1 hole'
if grep -q problems stdout; then fail 'what W103 tells is told twice'; fi
expect 0 check crowd.yaml --json
is_json
python3 - <<'PY' || fail 'the figures of the crowd are wrong'
import json, math
f = json.load(open("stdout"))
mass = 2500 * 4 / 3 * math.pi * 0.005**3
ok = f["ok"] and f["bodies"] == 21 and f["moving"] == 20 and abs(f["moving_mass"] - 20 * mass) < 1e-15
ok &= len(f["overlaps"]) == 19 and all(abs(o["depth"] - 0.0005) < 1e-15 for o in f["overlaps"])
ok &= f["mesh_problems"][0]["holes"] == 1 and not f["mesh_problems"][0]["closed"]
ok &= [g["name"] for g in f["groups"]] == ["wall", "pea"] and f["groups"][0]["fixed"]
ok &= f["dt"] == 5e-5 and f["steps"] == 20000
raise SystemExit(not ok)
PY
expect 2 check crowd.yaml --set 'time.dt=1 ms'
complains 'too large'

# ---------------------------------------------------------------------------------------------- checks that fail
cat >soft.yaml <<'SCENE'
abut: 1
time: {end: 0.3 s}
contact: {law: linear, stiffness: 500 N/m}
materials:
  jelly: {density: 1000 kg/m^3}
bodies:
  - {shape: {plane: {normal: [0, 0, 1]}}, material: jelly}
  - {shape: {sphere: {radius: 3 cm}}, material: jelly, position: [0, 0, 20 cm]}
SCENE
expect 0 run soft.yaml -o soft --no-picture
complains '1 of 10 checks failed'
complains 'overlap: deepest overlap'
complains 'raise contact.stiffness'
expect 3 run soft.yaml -o soft --overwrite --no-picture --strict
complains '1 of 10 checks failed'
expect 3 run --resume soft --strict
expect 0 run soft.yaml -o hard --no-picture --strict --set 'contact.stiffness=50 kN/m'
says 'all 10 checks passed'
python3 - <<'PY' || fail 'run.json tells of other checks'
import json
f = json.load(open("soft/run.json"))
failed = [c["name"] for c in f["verdict"] if not c["pass"]]
raise SystemExit(not (f["checks"] == len(f["verdict"]) == 10 and f["failed"] == 1 and failed == ["overlap"]))
PY
expect 0 run --help
says '--strict'
expect 0 check soft.yaml
says 'bodies\[0\] .* plane '
says 'bodies\[1\] .* sphere '
expect 0 plot soft kinetic -o all.svg
expect 0 plot soft kinetic --from 0.2 -o late.svg
if cmp -s all.svg late.svg; then fail '--from without --to does nothing'; fi
expect 2 plot soft kinetic --from 2 --to 1
complains 'not before'
expect 2 plot soft kinetic --from 1000
complains 'no rows in that time'
expect 2 plot soft kinetic --to -1
complains 'no rows in that time'
expect 0 plot soft kinetic potential --stats
says '^kinetic *J '
[ "$(wc -l <stdout)" -eq 3 ] || fail 'statistics have a row for each column'
expect 0 plot soft kinetic --stats --unit mJ --smooth 0.01 --json
is_json
says '"unit": "mJ"'
expect 0 plot soft kinetic --x potential --unit mJ -o over.svg
grep -q 'potential \[mJ\]' over.svg || fail 'the picture does not name what it is drawn over'
expect 2 plot soft kinetic --x potentil -o over.svg
complains "did you mean 'potential'"
expect 2 plot soft kinetic --x '*' --stats
complains 'drawn over one'
expect 2 plot soft kinetic --unit foo --stats
complains "no unit 'foo'"
expect 2 plot soft kinetic --smooth -1
complains 'negative'

echo "every claim holds"
