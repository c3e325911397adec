"""Builds the package of python/ from the top of the repository: setuptools, in that folder."""
import os
import pathlib

os.chdir(pathlib.Path(__file__).resolve().parent.parent)

from setuptools.build_meta import *  # noqa: E402,F401,F403 pylint: disable=wrong-import-position,wildcard-import,unused-wildcard-import
