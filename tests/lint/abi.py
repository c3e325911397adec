#!/usr/bin/python3
"""abi.py TOOL: every kind of break of the binary interface is seen, and what is no break is not."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

HEADER = '''#define ABUT_VERSION "{version}"
#define ABUT_LABEL 160
typedef struct abut_world abut_world;
typedef enum abut_kind {{ ABUT_ONE, ABUT_TWO }} abut_kind;
typedef struct abut_def {{
    uint32_t size;
    double dt;
}} abut_def;
typedef struct abut_pair {{
    int64_t a, b;
}} abut_pair;
typedef struct abut_given {{
    uint32_t size;
}} abut_given;
typedef bool abut_see(void *user, double time);
ABUT_API abut_pair abut_pair_get(const abut_world *world, int64_t index);
ABUT_API double abut_time(const abut_world *world);
ABUT_API abut_given abut_given_default(void);
ABUT_API void abut_take(const abut_def *def);
'''
# what is changed, into what, and what the tool says of it; "" = no break
CASES = [
    ("", "", ""),
    ("double dt;", "double dt;\n    double more;", ""),
    ("ABUT_TWO }", "ABUT_TWO, ABUT_THREE }", ""),
    ("ABUT_API double", "ABUT_API void abut_new(int n);\nABUT_API double", ""),
    ("ABUT_API double abut_time(const abut_world *world);\n", "", "function abut_time is gone"),
    ("ABUT_API double abut_time", "ABUT_API float abut_time", "function abut_time was (c_double, c_void_p) and is (c_float, c_void_p)"),
    ("int64_t index)", "int32_t index)", "function abut_pair_get was"),
    ("uint32_t size;\n}", "uint32_t size;\n    int n;\n}", "struct abut_given was"),
    ("double dt;", "double more;\n    double dt;", "struct abut_def was"),
    ("double dt;", "float dt;", "struct abut_def was"),
    ("int64_t a, b;", "int64_t a, b, c;", "struct abut_pair was"),
    ("ABUT_ONE, ABUT_TWO", "ABUT_ZERO, ABUT_ONE, ABUT_TWO", "enumerator ABUT_ONE was 0 and is 1"),
    ("ABUT_LABEL 160", "ABUT_LABEL 80", "constant ABUT_LABEL was (160) and is (80)"),
    ("double time);", "double time, int n);", "callback abut_see was"),
]


def run(root, *words):
    said = subprocess.run([sys.executable, "-B", root / "tools/abi.py", *words], capture_output=True, text=True, check=False)
    return said.returncode, said.stdout + said.stderr


def main():
    tools, failures = pathlib.Path(sys.argv[1]).resolve().parent, []
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        (root / "include/abut").mkdir(parents=True)
        (root / "tools").mkdir()
        for tool in ("abi.py", "python_interface.py"):
            shutil.copy(tools / tool, root / "tools" / tool)
        header = root / "include/abut/abut.h"
        header.write_text(HEADER.format(version="1.0"), encoding="utf-8")
        assert run(root, "--write")[0] == 0
        for was, becomes, words in CASES:
            for version in ("1.0", "1.1"):
                text = HEADER.format(version=version)
                assert was in text
                header.write_text(text.replace(was, becomes) if was else text, encoding="utf-8")
                code, said = run(root)
                if words not in said or ("0 breaks" in said) != (not words) or code != (1 if words and version == "1.1" else 0):
                    failures.append(f"'{was}' to '{becomes}' in {version}: exit code {code}\n{said}")
    print(*failures, sep="\n")
    sys.exit(1 if failures else 0)


main()
