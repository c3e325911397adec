#!/usr/bin/python3
"""Compares the binary interface of the headers with the one recorded at the last release.

    abi.py [--write] [--library FILE] [ROOT]

ROOT/tools/abi.txt holds the version and every function, structure, enumeration and constant of ROOT/include/abut. A program that was
linked with that version must run with this one: functions and constants stay, enumerators keep their values, structures keep their members.
A structure that begins with its size may get new members at its end, for the library reads as many as the caller has; but not one that a
function returns or that is a member of another, for the caller has room for the old one only. What is new is no break.

While the version in the headers is that of the record it is not released yet: breaks are listed, and the exit code is 0. From the next
version on they are errors (exit code 1), unless the record is written anew with --write, together with a new SOVERSION.
--library also compares the names that the shared library exports with the functions of the headers.
"""
import pathlib
import re
import subprocess
import sys

import python_interface


def interface(root):
    """{name of a thing: what it is}, in the words of ctypes."""
    headers = python_interface.Headers(root)
    lines = {f"constant {name}": [value] for name, value in headers.constants.items()}
    for name, values in headers.enums.items():
        lines.update({f"enumerator {label}": [str(value), name] for label, value in values})
    for name, fields in headers.structs.items():
        lines[f"struct {name}"] = [f"{field} {kind}" for field, kind in fields]
    for group, things in (("callback", headers.callbacks), ("function", headers.functions)):
        lines.update({f"{group} {name}": [result, *arguments] for name, (result, arguments) in things.items()})
    version = lines.pop("constant ABUT_VERSION")[0].strip('"')
    return version, lines


def read(path):
    version, *rows = path.read_text(encoding="utf-8").splitlines()
    return version, {name: parts.split("; ") for name, _, parts in (row.partition(": ") for row in rows)}


def held_by_value(things):
    """Types that functions return or take, or that structures hold, by value: their size is known to the caller."""
    held = set()
    for name, parts in things.items():
        if name.startswith(("function", "callback")):
            held.update(parts)
        elif name.startswith("struct"):
            held.update(part.split(" ", 1)[1] for part in parts)
    return held


def grows_at_its_end(name, parts, now, held):
    return parts[0] == "size c_uint32" and name.split()[1] not in held and now[:len(parts)] == parts


def breaks(old, new):
    """What a program that was linked with `old` misses in `new`."""
    held = held_by_value(old)
    for name, parts in old.items():
        now = new.get(name)
        if now is None:
            yield f"{name} is gone"
        elif name.startswith("enumerator") and now[0] != parts[0]:
            yield f"{name} was {parts[0]} and is {now[0]}"
        elif name.startswith("struct") and grows_at_its_end(name, parts, now, held):
            continue
        elif not name.startswith("enumerator") and now != parts:
            yield f"{name} was ({', '.join(parts)}) and is ({', '.join(now)})"


def exported(library):
    said = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r" T (abut_\w+)", said))


def check_exports(library, things):
    declared = {name.split()[1] for name in things if name.startswith("function ")}
    shown = exported(library)
    return [f"{name} is exported and in no header" for name in sorted(shown - declared)] + [
        f"{name} is in a header and not exported" for name in sorted(declared - shown)]


def main():
    words = sys.argv[1:]
    library = words[words.index("--library") + 1] if "--library" in words else None
    roots = [word for word in words if not word.startswith("-") and word != library]
    root = pathlib.Path(roots[0]) if roots else pathlib.Path(__file__).resolve().parent.parent
    record = root / "tools/abi.txt"
    version, things = interface(root)
    if "--write" in words:
        rows = [f"{name}: {'; '.join(parts)}" for name, parts in sorted(things.items())]
        record.write_text("\n".join([version, *rows]) + "\n", encoding="utf-8")
        return
    recorded, old = read(record)
    broken = list(breaks(old, things))
    wrong = check_exports(library, things) if library else []
    print(*broken, *wrong, sep="\n", end="\n" if broken or wrong else "")
    print(f"{len(old)} recorded of {recorded}, {len(things)} in {version}: {len(broken)} breaks")
    if wrong or (broken and version != recorded):
        print("keep what programs use, or give the library a new SOVERSION and write the record anew: tools/abi.py --write")
        sys.exit(1)


if __name__ == "__main__":
    main()
