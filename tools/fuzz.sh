#!/bin/sh
# fuzz.sh SECONDS [TARGET...]: runs the libFuzzer targets of build-fuzz, two at a time, each on a corpus that starts with
# the seeds and is kept. An input that crashes, leaks or hangs is left in build-fuzz/found/. A target of whose inputs none is accepted
# fails too.
# The search is the same each time, as far as it gets.
# fuzz.sh COUNTx [TARGET...]: COUNT inputs for each target instead, as 1000000x; another search each time.
set -eu
cd "$(dirname "$0")/../build-fuzz"
LSAN_OPTIONS=suppressions=$PWD/../tests/fuzz/leaks.supp:print_suppressions=0
export LSAN_OPTIONS
case $1 in
    *x) until=-runs=${1%x} recordings=${1%x} ;;
    *) until="-seed=1 -max_total_time=$1" recordings=$(($1 * 200)) ;; # about as many as there is time for
esac
shift
all=
[ $# -gt 0 ] || { all=yes && set -- tests/fuzz/fuzz_*; }
[ -x "$1" ] || { echo "no fuzz target '$1'; build with: cmake --preset fuzz && cmake --build build-fuzz"; exit 1; }
mkdir -p found

# shellcheck disable=SC2016  # expanded by the inner shell
printf '%s\n' "$@" | xargs -P2 -I{} sh -c '
    name=${1##*/fuzz_}
    mkdir -p "corpus/$name"
    dictionary=
    [ ! -f "corpus/$name.dict" ] || dictionary="-dict=corpus/$name.dict"
    if "$1" ${dictionary:+"$dictionary"} $2 -timeout=300 -rss_limit_mb=2048 -artifact_prefix="found/$name-" -print_final_stats=1 \
        "corpus/$name" >"found/$name.log" 2>&1; then
        echo "$name: $(sed -n "s/^stat::number_of_executed_units: *//p" "found/$name.log") inputs, no finding;" \
            "accepted: $(sed -n "s/^accepted: \(.*\) of .* inputs/\1/p" "found/$name.log" | paste -sd, -)"
    else
        tail -n 60 "found/$name.log"
        echo "$name: finding, see build-fuzz/found/$name-*"
        exit 1
    fi' sh {} "$until"

# The reader of recordings is the page's.
if [ "$all" ] && command -v node >/dev/null; then
    node ../tests/fuzz/fuzz_recording.mjs corpus/recording/recording "$recordings" 2>found/recording.log || { tail found/recording.log; exit 1; }
fi
