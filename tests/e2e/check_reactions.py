#!/usr/bin/env python3
"""Runs a mechanism and checks that results.vtkhdf holds the reactions of its joints that joints.csv has.

    check_reactions.py abut slider_crank.yaml

Exit code 0 = they agree, 1 = they do not, 77 = python3-h5py is not installed."""

import csv
import os
import subprocess
import sys
import tempfile

try:
    import h5py
    import numpy as np
except ImportError:
    print("skipped: python3-h5py is not installed")
    sys.exit(77)

AXES = ("x", "y", "z")


def main():
    program, scene = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        settings = ["--set", "end=20 ms", "--set", "frames=5 ms", "--set", "history=5 ms"]
        subprocess.run([program, "run", scene, "-o", out, *settings], check=True, stdout=subprocess.DEVNULL)
        with open(os.path.join(out, "joints.csv"), newline="") as f:
            rows = list(csv.reader(f))
        with h5py.File(os.path.join(out, "results.vtkhdf")) as f:
            names = [n.decode() for n in f["abut/joint_name"][:]]
            found = {k: f[f"abut/joint_{k}"][:] for k in ("point", "force", "torque")}
            units = {k: f[f"abut/joint_{k}"].attrs["unit"].decode() for k in found}
    table = np.array([[float(x) for x in row] for row in rows[1:]])
    assert units == {"point": "m", "force": "N", "torque": "N m"}, units
    assert found["force"].shape == (len(table), 3 * len(names)), found["force"].shape
    assert np.abs(found["force"][-1]).max() > 0
    for k, name in enumerate(names):
        for kind in ("force", "torque"):
            for a, axis in enumerate(AXES):
                column = next(i for i, h in enumerate(rows[0]) if h.startswith(f"{name}.{kind[0]}{axis}"))
                assert np.array_equal(found[kind][:, 3 * k + a], table[:, column]), (name, kind, axis)
    print(f"{len(names)} joints, {len(table)} frames agree")


main()
