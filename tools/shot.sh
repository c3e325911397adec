#!/bin/sh
# shot.sh REPORT PICTURE [SHARE]: a picture of a report as Chromium shows it, at a share of its time (0.4).
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
[ -d "$root/web/node_modules/playwright-core" ] || (cd "$root/web" && npm ci --ignore-scripts --no-audit --no-fund)
exec node "$root/web/test/shot.mjs" "$@"
