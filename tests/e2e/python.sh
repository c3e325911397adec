#!/bin/sh
# python.sh ROOT LIBRARY PROGRAM: the tests of the Python package, with the library and the program of this build.
set -eu
/usr/bin/python3 -c 'import numpy, pytest' 2>/dev/null || exit 77
export ABUT_LIBRARY="$2" ABUT_PROGRAM="$3" PYTHONDONTWRITEBYTECODE=1
exec /usr/bin/python3 -m pytest -q -p no:cacheprovider "$1/python/tests"
