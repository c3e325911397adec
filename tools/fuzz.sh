#!/bin/sh
# fuzz.sh SECONDS [TARGET...]: runs the libFuzzer targets of build-fuzz, two at a time, each on a corpus that starts with
# the seeds and is kept. An input that crashes, leaks or hangs is left in build-fuzz/found/.
set -eu
cd "$(dirname "$0")/../build-fuzz"
seconds=$1
shift
[ $# -gt 0 ] || set -- tests/fuzz/fuzz_*
[ -x "$1" ] || { echo "no fuzz target '$1'; build with: cmake --preset fuzz && cmake --build build-fuzz"; exit 1; }
mkdir -p found

# shellcheck disable=SC2016  # expanded by the inner shell
printf '%s\n' "$@" | xargs -P2 -I{} sh -c '
    name=${1##*/fuzz_}
    mkdir -p "corpus/$name"
    dictionary=
    [ ! -f "corpus/$name.dict" ] || dictionary="-dict=corpus/$name.dict"
    if "$1" ${dictionary:+"$dictionary"} -max_total_time="$2" -timeout=10 -rss_limit_mb=2048 -artifact_prefix="found/$name-" -print_final_stats=1 \
        "corpus/$name" >"found/$name.log" 2>&1; then
        echo "$name: $(sed -n "s/^stat::number_of_executed_units: *//p" "found/$name.log") inputs, no finding"
    else
        tail -n 60 "found/$name.log"
        echo "$name: finding, see build-fuzz/found/$name-*"
        exit 1
    fi' sh {} "$seconds"
