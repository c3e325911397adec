#!/usr/bin/python3
"""Writes the ctypes declarations of the Python package from the headers of the library.

    python_interface.py [--check] [ROOT]

Reads ROOT/include/abut/*.h and writes ROOT/python/abut/_interface.py: structures, enumerations, constants and signatures. --check
writes nothing and exits with 1 if the file differs from what the headers say. The headers have one style, which this reader knows:
anything it does not understand is an error, so that no declaration is left out silently.
"""
import pathlib
import re
import sys

PLAIN = {"bool": "c_bool", "char": "c_char", "int": "c_int", "double": "c_double", "float": "c_float", "int32_t": "c_int32",
         "int64_t": "c_int64", "uint8_t": "c_uint8", "uint32_t": "c_uint32", "uint64_t": "c_uint64", "size_t": "c_size_t"}
HEAD = '''"""Declarations of libabut for ctypes. Written by tools/python_interface.py from include/abut/*.h; do not edit."""
# fmt: off
from ctypes import (CFUNCTYPE, POINTER, Structure, c_bool, c_char, c_char_p, c_double, c_float, c_int, c_int32, c_int64, c_size_t,
                    c_uint8, c_uint32, c_uint64, c_void_p)

VOID = None
'''


class Headers:
    def __init__(self, root):
        self.folder = root / "include/abut"
        self.structs, self.opaque, self.enums, self.callbacks, self.functions, self.constants = {}, set(), {}, {}, {}, {}
        text = "".join(self.read(self.folder / name) for name in self.order())
        self.parse(text)

    def order(self):
        """Headers in the order in which abut.h includes them, each behind those it includes itself."""
        done = []

        def visit(name):
            if name in done:
                return
            for other in re.findall(r'#include "abut/(\w+\.h)"', (self.folder / name).read_text(encoding="utf-8")):
                visit(other)
            done.append(name)

        visit("abut.h")
        return done

    def read(self, path):
        text = path.read_text(encoding="utf-8")
        text = re.sub(r"//[^\n]*", "", re.sub(r"/\*.*?\*/", " ", text, flags=re.S)).replace("\\\n", " ")
        for name, value in re.findall(r'^#define (ABUT_\w+) +("[^"]*"|\d+)(?: *$)', text, re.M):
            self.constants[name] = value
        if '#include "status.def"' in text:
            rows = re.findall(r"^ABUT_STATUS\((\w+)", (self.folder / "status.def").read_text(encoding="utf-8"), re.M)
            text = re.sub(r"#define ABUT_STATUS.*?#undef ABUT_STATUS", ",".join(f"ABUT_{row}" for row in rows), text, flags=re.S)
        text = re.sub(r"^#.*$", "", text, flags=re.M)
        return re.sub(r'extern "C" \{(.*)\}', r"\1", text, flags=re.S)

    def parse(self, text):
        """Splits the text at semicolons outside of braces and reads every declaration."""
        depth, start = 0, 0
        for i, letter in enumerate(text):
            depth += (letter == "{") - (letter == "}")
            if letter == ";" and depth == 0:
                self.declaration(" ".join(text[start:i].split()))
                start = i + 1
        if text[start:].strip():
            raise SystemExit(f"not understood: {text[start:].strip()[:200]}")

    def declaration(self, text):
        if match := re.fullmatch(r"typedef enum (\w+) \{(.*)\} \w+", text):
            self.enumeration(match[1], match[2])
        elif match := re.fullmatch(r"typedef struct (\w+) \{(.*)\} \w+", text):
            self.structs[match[1]] = [field for part in self.parts(match[2]) for field in self.fields(part)]
        elif match := re.fullmatch(r"typedef struct (\w+) (\w+)", text):
            self.opaque.add(match[1])
        elif match := re.fullmatch(r"typedef ([\w ]+?) ?(\w+)\((.*)\)", text):
            self.callbacks[match[2]] = self.signature(match[1], match[3])
        elif match := re.fullmatch(r"ABUT_API (.*?[ *])(\w+)\((.*?)\)(?: ABUT_PRINTF\(\d, \d\))?", text):
            self.functions[match[2]] = self.signature(match[1], match[3])
        else:
            raise SystemExit(f"not understood: {text[:200]}")

    def enumeration(self, name, body):
        names, value = [], 0
        for item in filter(None, (part.strip() for part in body.split(","))):
            label, _, given = (word.strip() for word in item.partition("="))
            value = int(given) if given else value
            names.append((label, value))
            value += 1
        self.enums[name] = names

    @staticmethod
    def parts(body):
        return [part.strip() for part in body.split(";") if part.strip()]

    def fields(self, text):
        if match := re.fullmatch(r"(.*?)\(\*(\w+)\)\((.*)\)", text):
            result, arguments = self.signature(match[1], match[3])
            return [(match[2], f"CFUNCTYPE({', '.join([result, *arguments])})")]
        match = re.fullmatch(r"((?:const )?\w+(?: const)?)(?= |\*)(.*)", text)
        return [self.field(match[1], part.strip()) for part in match[2].split(",")]

    def field(self, base, text):
        match = re.fullmatch(r"((?:\*(?: ?const)? ?)*)(\w+)((?:\[\w+\])*)", text)
        kind = self.type(base, match[1].count("*"), True)
        for size in re.findall(r"\[(\w+)\]", match[3])[::-1]:
            kind = f"({kind} * {self.number(size)})"
        return match[2], kind

    def number(self, word):
        if word.isdigit():
            return int(word)
        for names in self.enums.values():
            for label, value in names:
                if label == word:
                    return value
        return int(self.constants[word])

    def signature(self, result, arguments):
        result = result.strip()
        kinds = [] if arguments.strip() in ("", "void") else [self.argument(a.strip()) for a in arguments.split(",") if a.strip() != "..."]
        return self.type(result.replace("*", "").strip(), result.count("*"), False), kinds

    def argument(self, text):
        arrays = len(re.findall(r"\[\w*\]", text))
        text = re.sub(r"\[\w*\]", "", text)
        match = re.fullmatch(r"((?:const )?\w+(?: const)?)(.*)", text)
        return self.type(match[1], match[2].count("*") + arrays, False)

    def type(self, base, stars, in_struct):
        constant = "const" in base.split()
        base = " ".join(word for word in base.split() if word != "const")
        if base in self.callbacks and stars <= 1:
            return base
        if base == "void":
            return "VOID" if stars == 0 else "c_void_p" if stars == 1 else "POINTER(c_void_p)"
        if base == "char" and stars > 0:
            text = "c_char_p" if constant or not in_struct else "c_void_p"
            return text if stars == 1 else f"POINTER({text})"
        if base in self.opaque:
            return "c_void_p" if stars == 1 else "POINTER(c_void_p)"
        kind = PLAIN.get(base) or ("c_int" if base in self.enums else base if base in self.structs else None)
        if kind is None:
            raise SystemExit(f"not understood: the type {base}")
        for _ in range(stars):
            kind = f"POINTER({kind})"
        return kind


def write(headers):
    lines = [HEAD]
    for name, value in sorted(headers.constants.items()):
        lines.append(f"{name} = {value}")
    for name, values in headers.enums.items():
        lines.append(f"# {name}")
        lines += [f"{label} = {value}" for label, value in values]
    order = sorted(headers.callbacks)
    for name in order:
        result, arguments = headers.callbacks[name]
        lines.append(f"{name} = CFUNCTYPE({', '.join([result, *arguments])})")
    for name, fields in headers.structs.items():
        rows = ",\n                ".join(f'("{field}", {kind})' for field, kind in fields)
        lines.append(f"\n\nclass {name}(Structure):\n    _fields_ = [{rows}]")
    lines.append("\n\nFUNCTIONS = {")
    for name, (result, arguments) in sorted(headers.functions.items()):
        comma = "," if len(arguments) == 1 else ""
        lines.append(f'    "{name}": ({result}, ({", ".join(arguments)}{comma})),')
    lines.append("}")
    return "\n".join(lines) + "\n"


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    root = pathlib.Path(words[0]) if words else pathlib.Path(__file__).resolve().parent.parent
    target = root / "python/abut/_interface.py"
    text = write(Headers(root))
    if "--check" not in sys.argv:
        target.write_text(text, encoding="utf-8")
    elif not target.is_file() or target.read_text(encoding="utf-8") != text:
        sys.exit(f"{target} is not what the headers say; run tools/python_interface.py")


if __name__ == "__main__":
    main()
