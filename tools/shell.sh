#!/bin/sh
# Every shell script of the project, through shellcheck.
cd "$(dirname "$0")/.." || exit 1
find run check .ci/run tools tests bench docs -type f 2>/dev/null | while read -r file; do
    if head -n 1 "$file" 2>/dev/null | grep -q '^#!/bin/sh'; then echo "$file"; fi
done | xargs shellcheck --external-sources
