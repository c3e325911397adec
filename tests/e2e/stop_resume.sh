#!/bin/sh
# stop_resume.sh PROGRAM: a run that is asked to stop leaves a checkpoint and says how to go on; gone on with, it gives
# the same files as one that was never stopped. Setting up stops too, and leaves nothing. Progress goes to a log as
# lines, to a terminal as one line, and not at all with -q.
set -eu
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
    echo "FAILED: $*"
    cat log
    exit 1
}

# stop_run SIGNAL WAIT ARGUMENT...: starts a run, sends the signal WAIT seconds after it began to step, or ("progress")
# once it has told how far it is. A run that has ended by then was faster than this script.
stop_run() {
    signal=$1
    wait=$2
    shift 2
    "$program" run "$@" >log 2>&1 &
    process=$!
    until [ -e out/checkpoint.abut ]; do sleep 0.01; done
    if [ "$wait" = progress ]; then
        until grep -q 'steps/s' log; do sleep 0.05; done
    else
        sleep "$wait"
    fi
    kill -"$signal" $process 2>/dev/null || echo 'the run ended before it was stopped'
    code=0
    wait $process || code=$?
    [ $code -eq 0 ] || fail "a stopped run ended with $code"
}

cat >spin.yaml <<'SCENE'
abut: 1
gravity: [0, 0, 0]
time: {end: 1000000 s, dt: 10 us}
materials: {wood: {}}
bodies:
  - {name: box, shape: {box: {size: [1, 2, 3]}}, material: wood, angular_velocity: [0.1, 1, 0], force: [1, 0, 0]}
output: {frames: 0, history: 10 s}
SCENE

# ------------------------------------------------------------------------------------------------ a long run is stopped
stop_run TERM progress spin.yaml -o out
grep -q 'steps/s' log || fail 'no progress in the log'
if grep -q "$(printf '\r')" log; then fail 'a log has no use for carriage returns'; fi
grep -q 'abut run --resume out' log || fail 'it is not said how to go on'
"$program" info out >log
grep -q unfinished log || fail 'a stopped run counts as finished'
[ -s out/results.vtkhdf ] || fail 'a stopped run leaves its results so far'
rm -r out

stop_run TERM 0.1 spin.yaml -o out -q
[ "$(wc -l <log)" -eq 1 ] || fail 'a quiet run says more than how to go on'
rm -r out

# A chroot may have no pseudo-terminals.
if script -qec true /dev/null >/dev/null 2>&1; then
    script -qec "'$program' run spin.yaml -o out --set 'time.end=0.1 s'" /dev/null >log
    grep -q "$(printf '\r')t = .*steps/s.*left" log || fail 'no progress on a terminal'
    rm -r out
else
    echo 'not tested: progress on a terminal, for want of a pseudo-terminal'
fi

# ------------------------------------------------------------------------------------------ set-up is stopped as well
# A field of some twenty seconds. It tells how far it is, ends long before it is done, and leaves nothing.
cat >wheel.yaml <<'SCENE'
abut: 1
time: {end: 1 s}
materials: {steel: {}}
contact: {resolution: 500}
bodies:
  - {name: floor, shape: {plane: {normal: [0, 0, 1]}}, material: steel}
  - {name: wheel, shape: {gear: {teeth: 100, module: 4 mm, width: 20 cm}}, material: steel, position: [0, 0, 3]}
SCENE
"$program" run wheel.yaml -o out >log 2>&1 &
process=$!
until grep -q 'setting up' log; do sleep 0.05; done
kill -TERM $process || fail 'set-up was over before it was stopped'
code=0
wait $process || code=$?
[ $code -eq 0 ] || fail "a set-up that was stopped ended with $code"
grep -q 'setting up.*: .* %.* left' log || fail 'set-up does not tell what it is at'
grep -q 'stopped on request while the scene was set up' log || fail 'it is not said what was stopped'
[ ! -e out ] || fail "a set-up that was stopped left $(ls out)"

# --------------------------------------------------------------------------------- stopped three times, it is the same run
set -- --set 'time.end=0.5 s' --set 'time.dt=1 us' --set 'output.frames=100 ms' --set 'output.history=1 ms'
"$program" run spin.yaml -o whole -q "$@"
stop_run TERM 0 spin.yaml -o out "$@"
for delay in 0.05 0.1; do
    "$program" run --resume out >log 2>&1 &
    process=$!
    sleep $delay
    kill -TERM $process || true
    code=0
    wait $process || code=$?
    case $code in
        0 | 143) ;; # 143: the signal came before anyone listened
        *) fail "a resumed run that is stopped ended with $code" ;;
    esac
done
"$program" run --resume out -q >log 2>&1 || fail 'resuming failed'
for file in results.vtkhdf energy.csv bodies.csv run.json picture.png scene.yaml checkpoint.abut; do
    cmp whole/$file out/$file >>log 2>&1 || fail "$file differs"
done
[ "$(ls whole)" = "$(ls out)" ] || fail 'other files were left'
echo "every claim holds"
