#!/bin/sh
# film.sh PROGRAM: the page's reader of films, given damaged ones, reads or refuses them and never hangs. 77 = node or the page is missing.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v node >/dev/null || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" run "$root/scenes/two_solids.yaml" --out "$folder/out" --set time.end=0.02 -q --no-picture
[ -f "$folder/out/report.html" ] || exit 77
node "$root/tests/fuzz/fuzz_film.mjs" "$folder/out/report.html" 300
