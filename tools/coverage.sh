#!/bin/sh
# coverage.sh FOLDER: prints line coverage of src and app after the tests ran in a coverage build, and fails below 90 %
# overall, or below 100 % in the mesh readers and the checkpoint, whose untested lines are the ones that lose data.
set -eu
cd "$(dirname "$0")/.."
folder=$1

gcovr --root . --object-directory "$folder" --filter src/ --filter app/ --json "$folder/coverage.json" "$folder"
gcovr --root . --add-tracefile "$folder/coverage.json" --sort-uncovered --fail-under-line 90
gcovr --root . --add-tracefile "$folder/coverage.json" --filter 'src/geom/(stl|obj|ply).*\.c' \
    --filter 'src/result/checkpoint.*\.c' --fail-under-line 100
