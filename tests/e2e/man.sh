#!/bin/sh
# man.sh PROGRAM PAGE: the man page names every verb of the program and every option of `run`.
set -eu
program=$1
page=$(sed 's/\\f[BIR]//g; s/\\-/-/g' "$2")
bad=0
need() {
    printf '%s\n' "$page" | grep -qE -- "$1" || { echo "FAILED: the man page lacks $2"; bad=1; }
}

verbs=$("$program" --help | sed -n 's/^    \([a-z]*\)  .*/\1/p')
options=$("$program" run --help | sed -n 's/^ .*\(--[a-z-]*\).*/\1/p')
[ "$(printf '%s\n' "$verbs" | wc -l)" -ge 8 ] || { echo "FAILED: found only these verbs: $verbs"; exit 1; }
for verb in $verbs; do need "^\.B $verb\$" "the verb $verb"; done
for option in $options; do need "^(-[a-z], )?$option( |\$)" "the option $option of run"; done
need "\"abut $("$program" --version | sed 's/[^0-9.]//g')\"" "the version"
exit $bad
