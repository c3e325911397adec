#!/bin/sh
# campaign.sh [PART...]: what ./check has no time for, with the figures of docs/reliability.md. Takes hours; each part can be run alone:
#     fuzz      1,000,000 inputs for each reader, and 100,000 throws of scenes that take 20 steps       build/, build-fuzz/
#     varied    500 scenes with settings that nobody tuned: wrong runs whose checks pass
#     kill      1,000 times kill -9 and resume
#     damage    1,000 damaged files of a stopped run
#     faults    every allocation and every call for a file of five scenes fails in turn
#     coverage  lines and branches of readers, laws and ledger
#     mutants   would the tests notice? (tools/mutate.py)
# INPUTS, THROWS, VARIED, KILLS, DAMAGES and MUTANTS in the environment change the counts (MUTANTS: of each file, 0 = all).
set -eu
cd "$(dirname "$0")/.."
. tools/setup.sh
inputs=${INPUTS:-1000000} throws=${THROWS:-100000} varied=${VARIED:-500} kills=${KILLS:-1000} damages=${DAMAGES:-1000} mutants=${MUTANTS:-0}

build_tests() { configure release build >/dev/null && cmake --build build >/dev/null; }

part_fuzz() {
    build_tests
    configure fuzz build-fuzz >/dev/null
    cmake --build build-fuzz >/dev/null
    # Scenes take a thousand times as long as files.
    find build-fuzz/tests/fuzz -name 'fuzz_*' -perm -u+x ! -name fuzz_steps | sort | sed 's,^build-fuzz/,,' |
        xargs tools/fuzz.sh "${inputs}x"
    node tests/fuzz/fuzz_recording.mjs build-fuzz/corpus/recording/recording "$inputs"
    build/tests/throw_steps "$throws"
}

part_varied() {
    build_tests
    tests/fault/varied.py build/abut "$varied"
}

part_kill() {
    build_tests
    tests/e2e/kill_resume.sh build/abut "$kills"
}

part_damage() {
    build_tests
    tests/fault/damage.py build/abut "$damages"
}

part_faults() {
    build_tests
    build/tests/test_run_faults all
}

part_coverage() {
    configure coverage build-coverage >/dev/null
    cmake --build build-coverage >/dev/null
    find build-coverage -name '*.gcda' -delete
    ctest --preset coverage -j"$(nproc)" -LE '^long$' >/dev/null
    tools/coverage.sh build-coverage
}

part_mutants() {
    build_tests
    tools/mutate.py --sample "$mutants"
}

[ $# -gt 0 ] || set -- fuzz varied kill damage faults coverage mutants
failed=
for part in "$@"; do
    case $part in
        fuzz | varied | kill | damage | faults | coverage | mutants) ;;
        *) die "no part '$part'; there are fuzz, varied, kill, damage, faults, coverage, mutants" ;;
    esac
    say "$part"
    (set -e && "part_$part") || failed="$failed $part"
done
[ -z "$failed" ] || die "failed:$failed"
