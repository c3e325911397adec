"""The declarations for ctypes are those of the headers, and the compiler lays out structures as ctypes does."""
import ctypes
import re
import subprocess
import sys

from conftest import ROOT

from abut import _interface as c


def test_declarations_are_what_the_headers_say():
    subprocess.run([sys.executable, ROOT / "tools/python_interface.py", "--check", ROOT], check=True)


def test_every_public_function_of_the_headers_is_declared():
    headers = "".join(path.read_text() for path in (ROOT / "include/abut").glob("*.h"))
    names = set(re.findall(r"ABUT_API [^;]*?(abut_\w+)\(", headers))
    assert names == set(c.FUNCTIONS)


def test_structures_have_the_layout_of_the_compiler(tmp_path):
    structures = {name: kind for name, kind in vars(c).items() if isinstance(kind, type) and issubclass(kind, ctypes.Structure)}
    del structures["Structure"]
    lines = ["#include <abut/abut.h>", "#include <stdio.h>", "int main(void) {"]
    for name, kind in structures.items():
        lines.append(f'printf("{name} %zu\\n", sizeof({name}));')
        lines += [f'printf("{name}.{field} %zu\\n", offsetof({name}, {field}));' for field, *_ in kind._fields_]
    source = tmp_path / "layout.c"
    source.write_text("\n".join(lines) + "\nreturn 0; }\n")
    subprocess.run(["cc", f"-I{ROOT}/include", source, "-o", tmp_path / "layout"], check=True)
    said = dict(line.split() for line in subprocess.run([tmp_path / "layout"], capture_output=True, text=True, check=True).stdout.splitlines())
    here = {}
    for name, kind in structures.items():
        here[name] = str(ctypes.sizeof(kind))
        here.update({f"{name}.{field}": str(getattr(kind, field).offset) for field, *_ in kind._fields_})
    assert here == said
