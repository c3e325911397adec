#!/bin/sh
# page.sh PROGRAM: reports and comparisons of short runs in Debian's Chromium, by playwright-core. 77 = npm, its registry or
# Chromium is missing.
set -eu
program=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v npm >/dev/null && command -v chromium >/dev/null || exit 77
cd "$root/web"
exec 9<. # tools/page.sh of another build installs there too
if command -v flock >/dev/null; then flock 9; fi
if [ ! -d node_modules/playwright-core ]; then
    npm ci --ignore-scripts --no-audit --no-fund --fetch-retries=1 || exit 77
    cp package-lock.json node_modules/.abut-lock
fi
exec 9<&- # nothing will be installed now that all is there
export ABUT="$program" SCENES="$root/scenes" SHOTS="$root/build/page"
exec node --test --test-concurrency=2 test/report.test.mjs test/live.test.mjs test/compare.test.mjs
