#!/usr/bin/env python3
"""Checks that a results.vtkhdf follows the layout rules of VTKHDF 2 for a PartitionedDataSetCollection of temporal
PolyData, as VTK 9.4 (ParaView 5.13) reads it, and that /abut goes with it.

    check_vtkhdf.py results.vtkhdf

Exit code 0 = all rules hold, 1 = one is broken, 77 = python3-h5py is not installed."""

import sys

try:
    import h5py
    import numpy as np
except ImportError:
    print("skipped: python3-h5py is not installed")
    sys.exit(77)

TOPOLOGIES = ("Vertices", "Lines", "Polygons", "Strips")
BLOCKS = ("bodies", "centres", "contacts", "links")
checks = 0


def rule(holds, text):
    global checks
    checks += 1
    if not holds:
        print("broken:", text)
        sys.exit(1)


def text_of(attribute):
    return attribute.decode() if isinstance(attribute, bytes) else str(attribute)


def check_string_attribute(group, name):
    """A fixed-length ASCII string of at most 32 bytes: what vtkHDFReader accepts."""
    kind = group.attrs.get_id(name).get_type()
    rule(not kind.is_variable_str(), f"{group.name}: {name} is of fixed length")
    rule(kind.get_cset() == h5py.h5t.CSET_ASCII, f"{group.name}: {name} is ASCII")
    rule(1 <= kind.get_size() <= 32, f"{group.name}: {name} has 1 to 32 bytes")


def check_head(group, kind):
    rule(list(group.attrs["Version"])[0] == 2, f"{group.name}: Version 2.x")
    rule(len(group.attrs["Version"]) == 2, f"{group.name}: Version has two numbers")
    check_string_attribute(group, "Type")
    rule(text_of(group.attrs["Type"]) == kind, f"{group.name}: Type is {kind}")


def offsets_position(cells, part, cell_offset, step_part):
    """Where vtkHDFReader of VTK 9.4 and 9.5 begins to read Offsets; must be where the part's offsets are."""
    passed = total = 0
    for before in cells[:step_part]:
        if total >= cell_offset:
            break
        passed += 1
        total += before
    return cell_offset + passed


def check_topology(block, name, nstep, parts):
    group = block[name]
    cells = group["NumberOfCells"][()]
    ids = group["NumberOfConnectivityIds"][()]
    offsets = group["Offsets"][()]
    connectivity = group["Connectivity"][()]
    points = block["NumberOfPoints"][()]
    steps = block["Steps"]
    column = TOPOLOGIES.index(name)
    for data in (cells, ids, offsets, connectivity):
        rule(data.dtype == np.int64 and data.ndim == 1, f"{group.name}: integers of 64 bits")
    rule(len(cells) == len(ids) == len(points), f"{group.name}: one count per part")
    rule(len(offsets) == cells.sum() + len(cells), f"{group.name}: Offsets has one more than cells in each part")
    rule(len(connectivity) == ids.sum(), f"{group.name}: Connectivity is as long as the counts say")
    first_cell = np.concatenate(([0], np.cumsum(cells)))
    first_id = np.concatenate(([0], np.cumsum(ids)))
    for p in range(len(cells)):
        start = first_cell[p] + p
        part = offsets[start:start + cells[p] + 1]
        rule(part[0] == 0 and part[-1] == ids[p], f"{group.name}: offsets of part {p} run from 0 to its ids")
        rule((np.diff(part) >= 0).all(), f"{group.name}: offsets of part {p} never fall")
        corners = connectivity[first_id[p]:first_id[p + 1]]
        rule(((corners >= 0) & (corners < points[p])).all(), f"{group.name}: connectivity of part {p} is in range")
    for i in range(nstep):
        p = parts[i]
        if cells[p] > 0 or column == TOPOLOGIES.index("Vertices"):
            rule(steps["CellOffsets"][i, column] == (first_cell[p] if cells.sum() else 0),
                 f"{group.name}: step {i} finds its cells")
            rule(steps["ConnectivityIdOffsets"][i, column] == (first_id[p] if cells.sum() else 0),
                 f"{group.name}: step {i} finds its connectivity")
        found = offsets_position(cells, p, steps["CellOffsets"][i, column], p)
        got = offsets[found:found + cells[p] + 1]
        want = offsets[first_cell[p] + p:first_cell[p] + p + cells[p] + 1]
        rule((got == want).all(), f"{group.name}: VTK 9.4 finds the offsets of step {i}")
    return cells


def check_arrays(block, place, counts, parts):
    """Every array holds the rows that each step asks for."""
    group, offsets = block[place], block["Steps"][place + "Offsets"]
    rule(set(group) == set(offsets), f"{group.name}: every array has offsets")
    for name, data in group.items():
        first = offsets[name][()]
        rule(len(first) == len(parts), f"{data.name}: one offset per step")
        for i, p in enumerate(parts):
            rule(0 <= first[i] and first[i] + counts[p] <= len(data), f"{data.name}: step {i} is inside")
        if data.dtype.kind == "f":
            rule(np.isfinite(data[()]).all(), f"{data.name}: all numbers are finite")


def check_block(root, name, index, times):
    block = root[name]
    check_head(block, "PolyData")
    rule(block.attrs["Index"] == index, f"{name}: Index is {index}")
    steps = block["Steps"]
    nstep = int(steps.attrs["NSteps"])
    rule(nstep == len(times), f"{name}: as many steps as frames")
    rule((steps["Values"][()] == times).all(), f"{name}: steps have the times of the frames")
    rule((np.diff(steps["Values"][()]) > 0).all(), f"{name}: time grows")
    for member in ("PartOffsets", "NumberOfParts", "PointOffsets"):
        rule(steps[member].shape == (nstep,) and steps[member].dtype == np.int64, f"{name}: shape of {member}")
    for member in ("CellOffsets", "ConnectivityIdOffsets"):
        rule(steps[member].shape == (nstep, 4) and steps[member].dtype == np.int64, f"{name}: shape of {member}")
    rule((steps["NumberOfParts"][()] == 1).all(), f"{name}: one part per step")
    parts = steps["PartOffsets"][()]
    points = block["NumberOfPoints"][()]
    rule(((parts >= 0) & (parts < len(points))).all(), f"{name}: parts are in range")
    rule(block["Points"].ndim == 2 and block["Points"].shape[1] == 3, f"{name}: points have three coordinates")
    rule(len(block["Points"]) == points[parts].sum(), f"{name}: points of all steps, no more")
    rule((steps["PointOffsets"][()] == np.concatenate(([0], np.cumsum(points[parts])[:-1]))).all(),
         f"{name}: steps follow each other in Points")
    rule(np.isfinite(block["Points"][()]).all(), f"{name}: points are finite")
    cells = sum(check_topology(block, topology, nstep, parts) for topology in TOPOLOGIES)
    check_arrays(block, "PointData", points, parts)
    check_arrays(block, "CellData", cells, parts)
    return block, parts


def check_order(group):
    flags = group.id.get_create_plist().get_link_creation_order()
    rule(flags == h5py.h5p.CRT_ORDER_TRACKED | h5py.h5p.CRT_ORDER_INDEXED, f"{group.name}: keeps the order of its members")


def check_assembly(root):
    assembly = root["Assembly"]
    check_order(root)
    check_order(assembly)
    rule(set(root) == set(BLOCKS) | {"Assembly"}, "/VTKHDF holds the blocks and the assembly, nothing else")
    for name in BLOCKS:
        check_order(assembly[name])
        link = assembly[name].get(name, getlink=True)
        rule(isinstance(link, h5py.SoftLink) and link.path == f"/VTKHDF/{name}", f"Assembly links to {name}")


def check_about(file, times):
    about = file["abut"]
    rule((about["time"][()] == times).all(), "/abut/time agrees with the steps")
    for name in ("time", "dt", "deepest", "step", "contact_count", "body_count"):
        rule(len(about[name]) == len(times), f"/abut/{name} has one row per frame")
        rule(len(text_of(about[name].attrs["unit"])) > 0, f"/abut/{name} has a unit")
    energy = {name: data[()] for name, data in about["energy"].items()}
    rule(len(energy) == 12, "/abut/energy holds the whole ledger")
    kept = sum(energy[n] for n in energy if n.split("_")[0] in ("kinetic", "potential", "stored", "lost"))
    scale = max(abs(v).max() for v in energy.values())
    residual = kept - energy["work_external"] - energy["initial"]
    rule(np.abs(residual - energy["residual"]).max() <= 1e-12 * scale, "the ledger adds up to its residual")  # rounding
    contacts = file["VTKHDF/contacts"]
    counts = contacts["NumberOfPoints"][()][contacts["Steps/PartOffsets"][()]]
    rule((about["contact_count"][()] == counts).all(), "/abut/contact_count agrees with the block")
    ids = file["VTKHDF/centres/PointData/body"][()]
    rule(ids.min() == 0 and ids.max() == len(about["body_name"]) - 1, "every body has a name")


def check_static(block, parts):
    """Topology is written once for each set of bodies, not once for each step."""
    rule(len(block["NumberOfPoints"]) == len(set(parts)), "bodies: one part for each set of bodies")
    rule((np.diff(parts) >= 0).all(), "bodies: parts come in the order of time")


def check_no_times(file):
    """Bytes depend on the run alone: no object carries a time stamp."""
    def visit(name, item):
        rule(not item.id.get_create_plist().get_obj_track_times(), f"/{name} carries no time stamp")
    file.visititems(visit)


def main():
    with h5py.File(sys.argv[1], "r") as file:
        root = file["VTKHDF"]
        check_head(root, "PartitionedDataSetCollection")
        check_assembly(root)
        times = file["abut/time"][()]
        for index, name in enumerate(BLOCKS):
            block, parts = check_block(root, name, index, times)
            if name != "contacts":
                check_static(block, parts)
        check_about(file, times)
        check_no_times(file)
    print(f"{checks} rules hold")


main()
