#!/bin/sh
# kill_resume.sh PROGRAM [KILLS] [SEED]
# Kills runs with SIGKILL at random moments and resumes them until they finish; every file of every finished run must equal
# that of a run that was never killed, bit for bit. Ends after KILLS kills (200) and the run they belong to.
set -eu
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
wanted=${2:-200}
seed=${3:-$(($(date +%s) + $$))}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >pile.yaml <<'SCENE'
abut: 1
title: A pile that forms, with friction to remember
time: {end: 0.4 s, dt: 100 us}
contact: {law: linear, stiffness: 5 N/mm}
materials:
  glass: {density: 2500 kg/m^3, restitution: 0.5, friction: 0.4}
bodies:
  - {name: floor, shape: {plane: {}}, material: glass}
  - {name: west, shape: {plane: {normal: [1, 0, 0]}}, material: glass, position: [-3 cm, 0, 0]}
  - {name: east, shape: {plane: {normal: [-1, 0, 0]}}, material: glass, position: [3 cm, 0, 0]}
  - {name: south, shape: {plane: {normal: [0, 1, 0]}}, material: glass, position: [0, -3 cm, 0]}
  - {name: north, shape: {plane: {normal: [0, -1, 0]}}, material: glass, position: [0, 3 cm, 0]}
generators:
  - fill:
      name: marble
      radius: {min: 4 mm, max: 6 mm}
      material: glass
      count: 30
      region: {low: [-3 cm, -3 cm, 0], high: [3 cm, 3 cm, 6 cm]}
  - inlet:
      name: rain
      shape: {sphere: 4 mm}
      size: {uniform: {min: 8 mm, max: 9 mm}}
      material: glass
      rate: 60 1/s
      region: {low: [-3 cm, -3 cm, 7 cm], high: [3 cm, 3 cm, 9 cm]}
outlets:
  - {name: drain, region: {low: [0, -1, -1], high: [1, 1, 1 cm]}}
output: {frames: 50 ms, history: 2 ms}
SCENE

"$program" run pile.yaml -o whole -q --no-picture --no-report --checkpoint-steps 100
echo "seed $seed; a whole run ends with $(sed -n 's/.*"hash": //p' whole/run.json)"

# The delays come from one stream of random numbers, spread evenly over the orders of magnitude from 5 ms to 1 s: a run meets
# several kills in all its phases, and finishes even on a busy machine.
awk -v seed="$seed" -v count=$((wanted * 20)) 'BEGIN {
    srand(seed)
    for (i = 0; i < count; i++) printf "%.4f %d\n", 0.005 * 200 ^ rand(), 1 + int(2 * rand())
}' >delays

# What a process started now should do: go on, or begin if the last one died before it left anything.
begin_or_resume() {
    if [ -e killed/checkpoint.abut ]; then
        exec "$program" run --resume killed -q --no-picture --no-report --threads "$1" --checkpoint-steps 100
    fi
    exec "$program" run pile.yaml -o killed -q --no-picture --no-report --threads "$1" --checkpoint-steps 100
}

same_files() {
    ls whole >whole.names
    ls killed >killed.names
    cmp whole.names killed.names || return 1
    while read -r name; do
        cmp "whole/$name" "killed/$name" || return 1
    done <whole.names
}

kills=0 runs=0 lives=0
while read -r delay threads; do
    begin_or_resume "$threads" &
    process=$!
    sleep "$delay"
    kill -9 $process 2>/dev/null || true
    code=0
    wait $process 2>/dev/null || code=$?
    lives=$((lives + 1))
    if [ $code -eq 137 ]; then
        kills=$((kills + 1))
        continue
    fi
    [ $code -eq 0 ] || { echo "FAILED: life $lives ended with exit code $code (seed $seed)"; exit 1; }
    runs=$((runs + 1))
    same_files || { echo "FAILED: run $runs differs after $kills kills (seed $seed)"; exit 1; }
    rm -rf killed
    [ $kills -lt "$wanted" ] || break
done <delays

if [ $kills -lt "$wanted" ] || [ $runs -eq 0 ]; then
    echo "FAILED: only $kills kills and $runs finished runs in $lives lives (seed $seed)"
    exit 1
fi
echo "$kills kills over $runs runs: every file equal to the whole run's"
