"""Every cell of the notebooks runs, one after the other, and what a cell ends with can be shown."""
import ast
import json
import pathlib
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "python")]
NOTEBOOKS = sorted(HERE.glob("*.ipynb"))


def execute(source, names):
    """Runs a cell as a notebook does; the value of its last line if that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)  # pylint: disable=exec-used
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None  # pylint: disable=eval-used


def test_every_example_has_a_notebook():
    scripts = {path.stem for path in HERE.glob("*.py") if not path.stem.startswith("test_")}
    assert {path.stem for path in NOTEBOOKS} == scripts and len(scripts) == 5


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, monkeypatch, capsys):
    monkeypatch.chdir(HERE)
    book, names = json.loads(path.read_text(encoding="utf-8")), {"__name__": "notebook"}
    assert book["nbformat"] == 4
    shown = 0
    for cell in book["cells"]:
        if cell["cell_type"] != "code":
            continue
        assert cell["outputs"] == [] and cell["execution_count"] is None  # stored without results
        value = execute("".join(cell["source"]), names)
        if value is not None:
            shown += 1
            assert value._repr_html_().startswith("<iframe") if hasattr(value, "_repr_html_") else repr(value)
    assert shown or capsys.readouterr().out
