#!/bin/sh
# examples.sh ROOT LIBRARY: the tests of the examples of the Python package, with the library of this build.
set -eu
/usr/bin/python3 -c 'import numpy, pytest' 2>/dev/null || exit 77
export ABUT_LIBRARY="$2" PYTHONDONTWRITEBYTECODE=1
exec /usr/bin/python3 -m pytest -q -p no:cacheprovider "$1/python/examples"
