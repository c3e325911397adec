#!/bin/sh
# hash_matrix.sh PROGRAM: builds tests/determinism/state_hash.c with gcc unoptimised, and with clang unoptimised and fully optimised.
# What the three print, line by line `scene hash`, must be what PROGRAM prints, the same of gcc's optimised build.
set -eu
reference=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.."
out=build-hashes
mkdir -p "$out"
"$reference" >"$out/gcc-O3.txt"
test -s "$out/gcc-O3.txt" || { echo "$reference printed no hash"; exit 1; }

for variant in gcc-O0 clang-O0 clang-O3; do
    cmake -G Ninja -S . -B "$out/$variant" -DCMAKE_C_COMPILER="${variant%-*}" -DCMAKE_BUILD_TYPE=None \
        -DCMAKE_C_FLAGS="-${variant#*-}"
    cmake --build "$out/$variant" --target state_hash
    "$out/$variant/tests/state_hash" >"$out/$variant.txt"
    diff -u "$out/gcc-O3.txt" "$out/$variant.txt" || { echo "$variant: other bits than gcc -O3"; exit 1; }
done
cat "$out/gcc-O3.txt"
