#!/usr/bin/env python3
"""Reads an exported results.pvd and its VTP files with VTK's own reader and holds them against results.vtkhdf.

    check_vtp.py FOLDER

Exit code 0 = they agree, 1 = they do not, 77 = python3-vtk9 or python3-h5py is not installed."""

import os
import sys
import xml.etree.ElementTree as xml

try:
    import h5py
    import numpy as np
    from vtkmodules.vtkIOXML import vtkXMLPolyDataReader
    from vtkmodules.util.numpy_support import vtk_to_numpy
except ImportError as missing:
    print(f"skipped: python3-vtk9 and python3-h5py are needed ({missing})")
    sys.exit(77)


def rule(holds, text):
    if not holds:
        print("broken:", text)
        sys.exit(1)


def read(path):
    reader = vtkXMLPolyDataReader()
    reader.SetFileName(path)
    reader.Update()
    rule(reader.GetErrorCode() == 0, f"{path} is read without an error")
    return reader.GetOutput()


def numbers(array):
    return vtk_to_numpy(array) if array is not None else np.zeros(0)


def check_frame(block, step, data, path):
    part = block["Steps/PartOffsets"][step]
    count = block["NumberOfPoints"][part]
    first = block["Steps/PointOffsets"][step]
    rule(data.GetNumberOfPoints() == count, f"{path}: number of points")
    cells = sum(block[name]["NumberOfCells"][part] for name in ("Vertices", "Lines", "Polygons"))
    rule(data.GetNumberOfCells() == cells, f"{path}: number of cells")
    if count == 0:
        return
    rule((numbers(data.GetPoints().GetData()) == block["Points"][first:first + count]).all(), f"{path}: points")
    for place, attributes in (("PointData", data.GetPointData()), ("CellData", data.GetCellData())):
        for name, stored in block[place].items():
            begin = block["Steps"][place + "Offsets"][name][step]
            rows = count if place == "PointData" else cells
            rule((numbers(attributes.GetArray(name)) == stored[begin:begin + rows]).all(), f"{path}: {place} {name}")


def check_closed(data, path):
    """Every edge of a solid's surface belongs to two triangles that run through it in opposite directions."""
    corners = numbers(data.GetPolys().GetConnectivityArray()).reshape(-1, 3)
    body = numbers(data.GetCellData().GetArray("body"))
    edges = {}
    for triangle, owner in zip(corners, body):
        for k in range(3):
            edges[(triangle[k], triangle[(k + 1) % 3])] = owner
    open_bodies = {owner for (a, b), owner in edges.items() if (b, a) not in edges}
    rule(len(open_bodies) <= 1, f"{path}: only the floor has an open surface")


def main():
    folder = sys.argv[1]
    entries = xml.parse(os.path.join(folder, "results.pvd")).getroot().find("Collection").findall("DataSet")
    with h5py.File(os.path.join(folder, "results.vtkhdf"), "r") as file:
        times = list(file["abut/time"][()])
        rule(len(entries) == 4 * len(times), "one entry per block and frame")
        for entry in entries:
            step = times.index(float(entry.get("timestep")))
            path = os.path.join(folder, entry.get("file"))
            data = read(path)
            check_frame(file["VTKHDF"][entry.get("name")], step, data, path)
            if entry.get("name") == "bodies" and step == 0:
                check_closed(data, path)
    print(f"{len(entries)} files agree")


main()
