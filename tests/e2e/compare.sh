#!/bin/sh
# compare.sh PROGRAM: a comparison runs all combinations, tells distances and losses that closed forms say, goes on where one is
# refused, is the same for any number of jobs, keeps finished runs, and its exit code tells.
set -eu
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
    echo "FAILED: $*"
    cat stdout stderr
    exit 1
}
# expect CODE ARGUMENT...: `abut compare ARGUMENT...` must end with CODE; its output is left in stdout and stderr.
expect() {
    wanted=$1
    shift
    code=0
    "$program" compare "$@" >stdout 2>stderr </dev/null || code=$?
    [ "$code" -eq "$wanted" ] || fail "abut compare $* ended with $code, not $wanted"
}
complains() { grep -q -- "$1" stderr || fail "stderr does not say '$1'"; }

# Two balls thrown up: one with 1 m/s, one with another speed or under other gravity.
cat >throw.yaml <<'SCENE'
abut: 1
gravity: [0, 0, -10]
time: {end: 0.2 s, dt: 0.1 ms}
materials: {wood: {}}
bodies:
  - {name: ball, shape: {sphere: {radius: 10 cm}}, material: wood, velocity: [0, 0, 1]}
  - {name: other, shape: {sphere: {radius: 10 cm}}, material: wood, position: [1, 0, 0], velocity: [1, 0, 0]}
output: {frames: 0, history: 10 ms}
SCENE

# ------------------------------------------------------------------------------------------------ against closed forms
set -- throw.yaml --vary 'gravity=[0,0,-10],[0,0,-4]' --vary time.dt=0.1ms,0.2ms
expect 0 "$@" --jobs 2 --strict
grep -q 'wrote out/throw_compare/compare.csv' stdout || fail 'the table is not told'
cat >check.py <<'PY'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1], encoding="utf-8")))
assert [(r["gravity"], r["time.dt [ms]"]) for r in rows] == [(g, t) for g in ("[0,0,-10]", "[0,0,-4]") for t in ("0.1", "0.2")], rows
for r in rows:
    g, n = -float(r["gravity"].strip("[]").split(",")[2]), round(0.2e3 / float(r["time.dt [ms]"]))
    apart = (10 - g) * 0.2**2 / 2  # of both balls from the reference, largest at the end
    # Free flight is exact in every integrator but for round-off.
    for name in ("distance [m]", "distance_at_end [m]", "ball.distance [m]", "other.distance [m]"):
        assert abs(float(r[name]) - apart) < 1e-12, (name, r[name], apart)
    if apart > 0:
        assert abs(float(r["distance_at [s]"]) - 0.2) < 1e-9, r
    assert abs(float(r["ball.z [m]"]) - (0.2 - g * 0.02)) < 1e-12, r
    assert abs(float(r["ball.speed [m/s]"]) - abs(1 - g * 0.2)) < 1e-12, r
    assert abs(float(r["other.x [m]"]) - 1.2) < 1e-12, r
    assert int(r["steps"]) == n and float(r["cpu [s]"]) > 0, r
    assert float(r["max_overlap [m]"]) == 0 and r["state"] == "finished" and r["reason"] == "", r
PY
python3 check.py out/throw_compare/compare.csv || fail 'the table is not that of a throw'

# -------------------------------------------------------- the same for any number of jobs; finished runs are not repeated
expect 0 "$@" --jobs 1 -o one -q
[ ! -s stdout ] || fail 'a quiet comparison is not quiet'
touch mark
cp one/compare.csv before.csv
expect 0 "$@" -o one
[ -z "$(find one -name energy.csv -newer mark)" ] || fail 'finished runs were run again'
cmp before.csv one/compare.csv >stdout 2>&1 || fail 'a second comparison has another table'

# ------------------------------------------------------------------------------------------ a reference, and other bodies
expect 0 "$@" -o one --reference 'gravity=_0,0,-4_,time.dt=0.2ms' --body other
python3 - <<'PY' || fail 'distances from another reference'
import csv
rows = list(csv.DictReader(open("one/compare.csv", encoding="utf-8")))
assert [abs(float(r["distance [m]"]) - d) < 1e-12 for r, d in zip(rows, (0.12, 0.12, 0, 0))] == [True] * 4, rows
assert "ball.x [m]" not in rows[0] and "other.x [m]" in rows[0], rows[0]
PY
expect 2 "$@" -o one --reference gravity=1
complains "is no run; name one as its folder"
expect 2 "$@" -o one --body bal
complains "no history of a body called 'bal'"

# ------------------------------------------------------------------------------- what is refused or fails does not end it
expect 3 throw.yaml --vary 'bodies.ball.mass=1 kg,nothing,2 kg' -o refused
complains 'is refused'
python3 - <<'PY' || fail 'the table does not tell what was refused'
import csv
rows = list(csv.DictReader(open("refused/compare.csv", encoding="utf-8")))
assert [r["state"] for r in rows] == ["finished", "refused", "finished"], rows
assert "nothing" in rows[1]["reason"] and rows[1]["steps"] == "" and rows[0]["reason"] == "", rows[1]
assert float(rows[2]["distance [m]"]) < 1e-12, rows[2]
PY
grep -q 'refused' stdout || fail 'the runs are not told'
expect 3 throw.yaml --vary 'bodies.ball.mass=1 kg,nothing,2 kg' -o refused --reference bodies.ball.mass=nothing
complains 'the reference did not finish'
expect 2 throw.yaml --vary bodies.ball.mas=1,2 -o bad
complains "did you mean 'mass'"
complains 'nothing to compare'
cat >soft.yaml <<'SCENE'
abut: 1
time: {end: 0.3 s, dt: 0.1 ms}
materials: {jelly: {young: 20 kPa}}
bodies:
  - {name: floor, shape: {plane: {normal: [0, 0, 1]}}, material: jelly}
  - {name: ball, shape: {sphere: {radius: 10 cm}}, material: jelly, position: [0, 0, 0.2]}
output: {frames: 0}
SCENE
expect 0 soft.yaml --vary 'materials.jelly.young=20 kPa,1000 kPa'
complains '1 of 2 runs failed some of their checks'
expect 3 soft.yaml --vary 'materials.jelly.young=20 kPa,1000 kPa' --strict

# ------------------------------------------------------------------------------------------------- what it refuses itself
expect 2 throw.yaml
complains '--vary KEY=x,y,z'
expect 2 throw.yaml --vary time.end
complains "--vary 'time.end' is not KEY=VALUES"
expect 2 throw.yaml --vary time.end=1 --jobs 0
complains '--jobs'
expect 4 throw.yaml --vary time.end=0.1 -o throw.yaml/x
complains 'make the folder'
mkdir -p locked/compare.csv
expect 4 throw.yaml --vary time.end=0.1 -o locked
complains 'compare.csv'
echo '{"damaged' >one/'gravity=_0,0,-4_,time.dt=0.1ms'/run.json
expect 0 "$@" -o one
: >one/'gravity=_0,0,-4_,time.dt=0.1ms'/bodies.csv
expect 2 "$@" -o one
complains 'bodies.csv'
echo "every claim holds"
