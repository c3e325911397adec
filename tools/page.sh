#!/bin/sh
# page.sh FILE COMPARE: bundles web/ into the pages of report.html and compare.html. Packages of npm go to web/node_modules, as
# web/package-lock.json wants them, one build at a time: builds in other folders, and tests/e2e/page.sh, install there too. Without
# npm, or without its packages, the files are empty, this is said, and the build goes on.
set -eu
cd "$(dirname "$0")/../web"
page=$1
compare=$2
give_up() {
    echo "abut: no page for report.html: $1; install npm (and reach its registry once), then build again" >&2
    : >"$page"
    : >"$compare"
    exit 0
}
command -v npm >/dev/null || give_up "npm is missing"
exec 9<.
if command -v flock >/dev/null; then flock 9; fi
if ! cmp -s package-lock.json node_modules/.abut-lock; then
    said=$(npm ci --omit=dev --ignore-scripts --no-audit --no-fund --fetch-retries=1 2>&1) || give_up "npm ci failed: $said"
    cp package-lock.json node_modules/.abut-lock
fi
node build.mjs index.html main.js "$page"
node build.mjs compare.html compare.js "$compare"
