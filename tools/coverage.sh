#!/bin/sh
# coverage.sh FOLDER: prints line coverage of src and app after the tests ran in a coverage build, and fails below 90 %
# overall, or below 100 % in the mesh readers and the checkpoint, whose untested lines are the ones that lose data. Of readers, laws and
# ledger 90 % of the branches must have been taken; those that only out-of-memory takes count as well.
set -eu
cd "$(dirname "$0")/.."
folder=$1

gcovr -j "$(nproc)" --root . --gcov-ignore-parse-errors --object-directory "$folder" --filter src/ --filter app/ --json "$folder/coverage.json" "$folder"
gcovr --root . --add-tracefile "$folder/coverage.json" --sort-uncovered --fail-under-line 90
gcovr --root . --add-tracefile "$folder/coverage.json" --filter 'src/geom/mesh/(stl|obj|ply).*\.c' \
    --filter 'src/output/checkpoint.*\.c' --fail-under-line 100
gcovr --root . --add-tracefile "$folder/coverage.json" --branches --fail-under-branch 90 \
    --filter 'src/geom/(mesh/(stl|obj|ply|ply_header|cursor)|sdf/sdf_file)\.c' --filter 'src/base/(num_read|file_envelope|pack)\.c' --filter 'app/http\.c' \
    --filter 'src/scene/(read|yaml)\.c' --filter 'src/(output/(checkpoint|history|journal_read)|observe/ledger_terms)\.c' \
    --filter 'src/step/account_energy\.c' --filter 'src/law/.*\.c'
