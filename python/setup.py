"""Puts the shared library into the wheel: that of ABUT_LIBRARY, or of ../build, or one that CMake builds here."""
import os
import pathlib
import shutil
import subprocess

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent


def library() -> pathlib.Path:
    named = os.environ.get("ABUT_LIBRARY")
    if named:
        return pathlib.Path(named)
    built = SOURCE / "build/libabut.so"
    if not built.exists():
        folder = HERE / "build/library"
        options = ["-DCMAKE_BUILD_TYPE=Release", "-DABUT_TESTS=OFF"]
        subprocess.run(["cmake", "-S", SOURCE, "-B", folder, *options], check=True)
        subprocess.run(["cmake", "--build", folder, "--target", "abut", "--parallel"], check=True)
        built = folder / "libabut.so"
    return built


class Build(build_py):
    def run(self) -> None:
        super().run()
        target = pathlib.Path(self.build_lib) / "abut"
        target.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(library().resolve(), target / "libabut.so")


class Wheel(bdist_wheel):
    """For any Python 3, as ctypes needs no interface of one version, and for this platform."""

    def get_tag(self) -> tuple:
        return "py3", "none", super().get_tag()[2]


class Binary(Distribution):
    def has_ext_modules(self) -> bool:
        return True


setup(cmdclass={"build_py": Build, "bdist_wheel": Wheel}, distclass=Binary)
