#!/bin/sh
# pip.sh ROOT LIBRARY: `pip install .` in the repository makes a package that works elsewhere, with the library inside and without any
# index.
set -eu
/usr/bin/python3 -c 'import numpy, setuptools, venv, wheel' 2>/dev/null || exit 77
root=$1
ABUT_LIBRARY=$2
export ABUT_LIBRARY
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/source" # a copy: setuptools leaves files beside the sources
cp -r "$root/pyproject.toml" "$root/python" "$scratch/source"
rm -rf "$scratch/source/python/build" "$scratch/source/python/abut.egg-info"
/usr/bin/python3 -m venv --system-site-packages "$scratch/venv" 2>/dev/null || exit 77
"$scratch/venv/bin/pip" install --quiet --no-index --no-build-isolation --no-deps "$scratch/source"
unset ABUT_LIBRARY
cd "$scratch"
said=$("$scratch/venv/bin/python" -c '
import abut
world = abut.load("'"$root"'/scenes/pendulum.yaml")
world.step(10)
print(abut.__file__, world.steps, len(abut._library.lib._name) > 0, abut._library.lib._name)')
case "$said" in
    "$scratch"/venv/*" 10 True $scratch"/venv/*/abut/libabut.so) ;;
    *) echo "the installed package says: $said" && exit 1 ;;
esac
