#!/bin/sh
# Claims about tools/setup.sh, with dpkg-query, id, sudo and apt-get replaced by stand-ins that write down how they were
# called: nothing is called while nothing is missing; root installs what is missing and no more; others use sudo, and
# without sudo get told what to do.
set -eu
setup=$(cd "$(dirname "$0")/../.." && pwd)/tools/setup.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/sudo"
stand_in() {
    printf '#!/bin/sh\n%s\n' "$2" >"$1"
    chmod +x "$1"
}
fail() {
    echo "FAILED: $*"
    exit 1
}
# Package "gone" is unknown, "removed" is known but not installed, the others are installed.
# shellcheck disable=SC2016  # expanded by the stand-in
stand_in "$work/bin/dpkg-query" 'case $4 in
    gone) exit 1 ;;
    removed) printf "config-files " ;;
    *) printf "installed " ;;
esac'
# shellcheck disable=SC2016
stand_in "$work/bin/id" 'echo "$FAKE_UID"'
# shellcheck disable=SC2016
stand_in "$work/bin/apt-get" 'echo "apt-get $*" >>"$CALLS"'
# shellcheck disable=SC2016
stand_in "$work/sudo/sudo" 'echo "sudo $1" >>"$CALLS"; exec "$@"'

# try UID PATH-ADDITION PACKAGE...: leaves calls in $work/calls and output in $work/output.
try() {
    uid=$1 more=$2
    shift 2
    : >"$work/calls"
    # shellcheck disable=SC2016  # expanded by the inner shell
    CALLS=$work/calls FAKE_UID=$uid PATH=$work/bin$more:$plain sh -c '. "$1"; shift; need_packages "$@"' try "$setup" "$@" \
        >"$work/output" 2>&1
}
# A path of the ordinary tools without sudo.
mkdir "$work/tools"
for tool in sh env cat grep; do ln -s "$(command -v "$tool")" "$work/tools/$tool"; done
plain=$work/tools

try 1000 "" here there || fail "nothing is missing, yet: $(cat "$work/output")"
[ ! -s "$work/calls" ] || fail "called while nothing was missing: $(cat "$work/calls")"

try 0 "" here gone removed || fail "root: $(cat "$work/output")"
grep -q 'apt-get .*install --no-install-recommends gone removed$' "$work/calls" || fail "root called: $(cat "$work/calls")"

try 1000 ":$work/sudo" gone || fail "sudo: $(cat "$work/output")"
[ "$(grep -c '^sudo ' "$work/calls")" -eq 2 ] || fail "update and install did not both use sudo: $(cat "$work/calls")"

if try 1000 "" gone; then fail "a missing package was ignored"; fi
grep -q 'neither root nor have sudo' "$work/output" || fail "no clear message: $(cat "$work/output")"
[ ! -s "$work/calls" ] || fail "called without rights: $(cat "$work/calls")"
