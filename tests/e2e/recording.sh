#!/bin/sh
# recording.sh PROGRAM: the page's reader of recordings, given damaged ones, reads or refuses them and never hangs. 77 = node or the page is missing.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v node >/dev/null || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" run "$root/scenes/bouncing_ball.yaml" --out "$folder/out" --set time.end=0.05 -q --no-picture
[ -f "$folder/out/report.html" ] || exit 77
node "$root/tests/fuzz/fuzz_recording.mjs" "$folder/out/report.html" 150
