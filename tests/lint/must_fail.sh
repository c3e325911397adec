#!/bin/sh
# must_fail.sh PATTERN COMMAND...: passes when the command exits with 1 and its output contains the pattern.
pattern=$1
shift
output=$("$@" 2>&1)
code=$?
printf '%s\n' "$output"
if [ "$code" -ne 1 ]; then
    echo "expected exit code 1, got $code"
    exit 1
fi
printf '%s\n' "$output" | grep -q "$pattern" || { echo "expected '$pattern' in the output"; exit 1; }
