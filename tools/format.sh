#!/bin/sh
# format.sh [--check] [FOLDER...]: formats the C files below the folders (default: all of the project) by .clang-format;
# --check changes nothing and exits with 1 when a file would change.
set -eu
how=-i
if [ "${1-}" = --check ]; then
    how='--dry-run -Werror'
    shift
fi
[ $# -gt 0 ] || set -- include src app tests bench
# shellcheck disable=SC2086  # a list of words
find "$@" \( -name '*.c' -o -name '*.h' \) -not -path 'tests/lint/*' -print0 | xargs -0 clang-format $how --style=file || exit 1
