"""The blocks of docs/python.md run, one after the other, and print what the page shows."""
import contextlib
import io
import os
import re

from conftest import ROOT

BLOCK = re.compile(r"^```(python|text)\n(.*?)^```\n", re.M | re.S)


def test_every_block_of_the_page_prints_what_it_shows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.symlink(ROOT / "scenes", tmp_path / "scenes")
    page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    names: dict = {"__name__": "docs"}
    printed, checked = "", 0
    for kind, text in BLOCK.findall(page):
        if kind == "text":
            assert printed == text
            printed, checked = "", checked + 1
            continue
        assert printed == ""
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(text, "docs/python.md", "exec"), names)  # pylint: disable=exec-used
        printed = out.getvalue()
    assert checked == page.count("```python") >= 8
