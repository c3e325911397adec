#!/bin/sh
# Builds tests/determinism/state_hash.c with gcc and clang, unoptimised and fully optimised, and compares what the four
# programs print, line by line `scene hash`.
set -eu
cd "$(dirname "$0")/.."
out=build-hashes
mkdir -p "$out"

reference=
for compiler in gcc clang; do
    for level in O0 O3; do
        variant=$compiler-$level
        cmake -G Ninja -S . -B "$out/$variant" -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=None \
            -DCMAKE_C_FLAGS="-$level"
        cmake --build "$out/$variant" --target state_hash
        "$out/$variant/tests/state_hash" >"$out/$variant.txt"
        test -s "$out/$variant.txt" || { echo "$variant printed no hash"; exit 1; }
        reference=${reference:-$out/$variant.txt}
        diff -u "$reference" "$out/$variant.txt" || { echo "$variant: other bits than $reference"; exit 1; }
    done
done
cat "$reference"
