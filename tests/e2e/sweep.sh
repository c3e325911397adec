#!/bin/sh
# sweep.sh PROGRAM: a sweep runs all combinations, measures what closed forms say, gives the same results for any number
# of jobs, goes on where it stopped or was killed, and tells one cause when something is wrong.
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
# expect CODE ARGUMENT...: `abut sweep ARGUMENT...` must end with CODE; its output is left in stdout and stderr.
expect() {
    wanted=$1
    shift
    code=0
    "$program" sweep "$@" >stdout 2>stderr </dev/null || code=$?
    [ "$code" -eq "$wanted" ] || fail "abut sweep $* ended with $code, not $wanted"
}
complains() { grep -q -- "$1" stderr || fail "stderr does not say '$1'"; }

cat >throw.yaml <<'SCENE'
abut: 1
gravity: [0, 0, -10]
time: {end: 0.2 s, dt: 0.1 ms}
materials: {wood: {}}
bodies:
  - {name: ball, shape: {sphere: {radius: 10 cm}}, material: wood, velocity: [1, 0, 0]}
output: {frames: 0, history: 10 ms}
SCENE

# ----------------------------------------------------------------------------------------- a grid against closed forms
set -- throw.yaml --over 'gravity=[0,0,-10],[0,0,-5]' --over 'time.end=100:300 ms:3' --over bodies.ball.mass=2 \
    --set 'bodies.ball.velocity=[0,0,1]' --measure 'last ball.z' --measure 'max kinetic' --measure 'max_at ball.z' \
    --unit mJ --no-report --no-picture
expect 0 "$@" --jobs 2 --strict
grep -q 'wrote out/throw_sweep/curves.svg' stdout || fail 'the curves are not told'
grep -q 'throw_sweep</text>' out/throw_sweep/curves.svg || fail 'the curves have no title'
python3 - <<'PY' || fail 'the table is not that of a throw'
import csv
rows = list(csv.DictReader(open("out/throw_sweep/table.csv", encoding="utf-8")))
assert list(rows[0]) == ["gravity", "time.end [ms]", "bodies.ball.mass", "last ball.z [m]", "max kinetic [mJ]",
                         "max_at ball.z [s]", "state", "folder"], rows[0]
assert [(r["gravity"], r["time.end [ms]"]) for r in rows] == [
    (g, t) for g in ("[0,0,-10]", "[0,0,-5]") for t in ("100", "200", "300")], rows
for r in rows:
    g, t = -float(r["gravity"].strip("[]").split(",")[2]), float(r["time.end [ms]"]) / 1000
    z, speed = t - g * t * t / 2, max(1, abs(1 - g * t))
    # Quadratic motion is exact in every integrator but for round-off over 3000 steps.
    assert abs(float(r["last ball.z [m]"]) - z) < 1e-11, (r, z)
    assert abs(float(r["max kinetic [mJ]"]) - 1000 * speed**2) < 1e-7, (r, speed)
    # A row of the history every 10 ms, one of them at the top.
    assert abs(float(r["max_at ball.z [s]"]) - min(t, 1 / g)) < 1e-9, r
    assert r["state"] == "finished", r
PY

# --------------------------------------------------------------------- any number of jobs; finished runs are not repeated
expect 0 "$@" --jobs 1 -o one -q
[ ! -s stdout ] || fail 'a quiet sweep is not quiet'
for file in table.csv 'gravity=_0,0,-5_,time.end=200_ms,bodies.ball.mass=2/energy.csv'; do
    cmp "one/$file" "out/throw_sweep/$file" >stdout 2>&1 || fail "$file depends on the number of jobs"
done
touch mark
expect 0 "$@" --jobs 2 -o one
[ -z "$(find one -name energy.csv -newer mark)" ] || fail 'finished runs were run again'
cmp one/table.csv out/throw_sweep/table.csv >stdout 2>&1 || fail 'a second sweep has another table'
expect 0 "$@" --over 'time.dt=0.1 ms' -o one # other keys are other folders
expect 0 throw.yaml --over time.end=0.1,0.2 -o more
expect 0 throw.yaml --over time.end=0.2,0.1,0.3 -o more
[ "$(grep -c finished more/table.csv)" -eq 3 ] || fail 'a sweep with a further value'
[ "$(sed -n 2p more/table.csv)" = '0.2,finished,time.end=0.2' ] || fail 'a table without measures'

# ---------------------------------------------------------------------------------------------- what a sweep refuses
expect 2 throw.yaml
complains '--over KEY=a:b:n'
expect 2 throw.yaml --over time.end
complains 'is not KEY=VALUES'
expect 2 throw.yaml --over time.end=0:1
complains 'no range'
expect 2 throw.yaml --over time.end=0:1:1
complains 'no range'
expect 2 throw.yaml --over time.end=0:x:3
complains 'no range'
expect 2 throw.yaml --over 'time.end=1 s:2 ms:3'
complains 'two units'
expect 2 throw.yaml --over time.end=1,,2
complains 'empty value'
expect 2 throw.yaml --over time.end=0.1,0.1
complains 'only once'
expect 2 throw.yaml --over time.end=0.1 --over time.end=0.2
complains 'there twice'
expect 2 throw.yaml --over time.end=1:2:200 --over time.dt=1:2:200
complains '40000 runs'
expect 2 throw.yaml --over time.end=1:2:20000
complains 'no range'
expect 2 throw.yaml --over "note=$(printf '%0250d' 1)"
complains 'too long'
expect 2 throw.yaml --over a=1 --over b=1 --over c=1 --over d=1 --over e=1 --over f=1 --over g=1 --over h=1 --over i=1
complains '8 times'
for measure in 'most ball.z' max 'maxi ball.z'; do
    expect 2 throw.yaml --over time.end=0.1 --measure "$measure"
    complains 'is not a statistic'
done
for wrong in '--jobs 0' '--from 2 --to 1' '--smooth -1'; do
    # shellcheck disable=SC2086  # a list of words
    expect 2 throw.yaml --over time.end=0.1 $wrong
    complains "${wrong%% *}"
done
[ ! -e more/bodies.bal.mass=1 ] || fail 'a folder for nothing'
expect 2 throw.yaml --over bodies.ball.mas=1,2,3,4 -o bad --jobs 1
complains "did you mean 'mass'"
[ "$(grep -c 'did you mean' stderr)" -eq 1 ] || fail 'the same mistake is told for every run'
[ "$(find bad -name '*.log' | wc -l)" -eq 1 ] || fail 'runs were started after wrong input'
expect 2 throw.yaml --over time.end=0.1,0.2 -o more --measure 'max bal.z'
complains "did you mean 'ball.z'"
expect 2 throw.yaml --over time.end=0.1,0.2 -o more --measure 'max ball.*'
complains 'several columns'
expect 2 throw.yaml --over time.end=0.1,0.2 -o more --set 'time.dt=0.2 ms'
complains 'had other values'
expect 0 throw.yaml --over time.end=0.1,0.2 -o more --set 'time.dt=0.2 ms' --overwrite
sed 's/1, 0, 0/2, 0, 0/' throw.yaml >changed.yaml
expect 2 changed.yaml --over time.end=0.1,0.2 -o more --set 'time.dt=0.2 ms'
complains 'has changed since'
expect 4 throw.yaml --over time.end=0.1 -o throw.yaml/x
complains 'make the folder'
mkdir more/time.end=0.4.log
expect 4 throw.yaml --over time.end=0.4 -o more
complains 'time.end=0.4.log'

# ------------------------------------------------------------------- a run that fails, and one that fails its own checks
cat >soft.yaml <<'SCENE'
abut: 1
time: {end: 0.3 s, dt: 0.1 ms}
materials: {jelly: {young: 20 kPa}}
bodies:
  - {name: floor, shape: {plane: {normal: [0, 0, 1]}}, material: jelly}
  - {name: ball, shape: {sphere: {radius: 10 cm}}, material: jelly, position: [0, 0, 0.2]}
output: {frames: 0}
SCENE
expect 0 soft.yaml --over 'materials.jelly.young=20 kPa,1000 kPa' --measure 'min ball.z'
complains '1 of 2 runs failed some of their checks'
grep -q '^20,.*,checks failed,' out/soft_sweep/table.csv || fail 'the table does not tell of failed checks'
expect 3 soft.yaml --over 'materials.jelly.young=20 kPa,1000 kPa' --measure 'min ball.z' --strict
cat >spin.yaml <<'SCENE'
abut: 1
gravity: [0, 0, 0]
time: {end: 0.2 s, dt: 1 us}
materials: {wood: {}}
bodies:
  - {name: box, shape: {box: {size: [1, 2, 3]}}, material: wood, angular_velocity: [0.1, 1, 0], force: [1, 0, 0]}
output: {frames: 100 ms, history: 1 ms}
SCENE

# start ARGUMENT...: starts a sweep and waits until a run has a checkpoint.
start() {
    rm -rf parts
    "$program" sweep "$@" --jobs 2 -o parts >stdout 2>stderr &
    process=$!
    until [ -n "$(find parts -name checkpoint.abut 2>/dev/null)" ]; do sleep 0.01; done
}
# ends CODE: waits for that sweep, which must end with CODE.
ends() {
    code=0
    wait $process || code=$?
    [ $code -eq "$1" ] || fail "the sweep ended with $code, not $1"
}
count() { grep -c -- ",$1," parts/table.csv || true; }

# ------------------------------------------------------------------------------------------------ stopped, and killed
set -- spin.yaml --over 'bodies.box.angular_velocity=[0.1,1,0],[0.1,2,0],[1,1,1]' --measure 'last box.x' \
    --measure 'last kinetic'
start "$@" --set 'time.end=1000000 s' --set 'output.frames=0' --set 'output.history=10 s'
kill -TERM $process
ends 0
complains 'stopped with 3 of 3 runs to do; the same command goes on'
[ "$(count stopped) $(count waiting)" = '2 1' ] || fail 'the table does not tell what was stopped'
# A run that is killed fails alone: the third begins.
if children=$(cat /proc/self/task/*/children 2>/dev/null); then
    start "$@" --set 'time.end=1000000 s' --set 'output.frames=0' --set 'output.history=10 s'
    until children=$(cat /proc/$process/task/$process/children) && [ -n "$children" ]; do sleep 0.01; done
    kill -KILL "${children%% *}"
    until [ "$(find parts -name '*.log' | wc -l)" -eq 3 ]; do sleep 0.01; done
    kill -TERM $process
    ends 3
    [ "$(count failed) $(count stopped)" = '1 2' ] || fail 'the table does not tell which run was killed'
fi

# ---------------------------------------------------------- gone on with after a kill, it is as if it had never stopped
expect 0 "$@" -o whole -q
start "$@"
kill -KILL $process || true
wait $process || true
# The runs write their checkpoints and end; until then their folders are in use.
tries=0
until "$program" sweep "$@" -o parts -q >stdout 2>stderr; do
    tries=$((tries + 1))
    [ $tries -lt 300 ] || fail 'a killed sweep does not go on'
    sleep 0.1
done
cmp whole/table.csv parts/table.csv >stdout 2>&1 || fail 'a sweep that was killed has another table'
for run in whole/*/; do
    for file in energy.csv bodies.csv results.vtkhdf checkpoint.abut; do
        cmp "$run$file" "parts/$(basename "$run")/$file" >stdout 2>&1 || fail "$run$file differs after a kill"
    done
done
echo "every claim holds"
