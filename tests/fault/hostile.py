#!/usr/bin/python3
"""Feeds hostile files and command lines to the program and looks at how it refuses them.

    hostile.py PROGRAM [--unlimited] [NAME]

Every case of hostile_meshes.py, hostile_scenes.py and hostile_places.py is made in a scratch folder. The program must end by itself
within 10 s and 1 GiB (--unlimited: a sanitizer needs more), with the exit code of the case and a message that names the
file or option, and must leave the scene's folder as it was. NAME runs the cases whose name contains it and shows their
messages. Fails below 150 inputs.
"""
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import hostile_meshes
import hostile_places
import hostile_scenes

# What hangs is ended by what it uses, not by how long a busy machine takes for it.
PATIENCE = float(os.environ.get("ABUT_TEST_PATIENCE", "1"))
MIN, CPU_SECONDS, SECONDS, MEMORY = 150, int(20 * PATIENCE), 600 * PATIENCE, 1 << 30
ENDLESS = hostile_scenes.but("end: 1 ms", "end: 1000 s")


class Bench:
    def __init__(self, program, unlimited, scratch):
        self.program, self.unlimited, self.scratch = os.path.abspath(program), unlimited, scratch
        self.stopped = os.path.join(scratch, "stopped")
        self.environment = dict(os.environ, OMP_NUM_THREADS="2")

    def limits(self):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
        if not self.unlimited:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    def start(self, place, words):
        return subprocess.Popen([self.program, *words], cwd=place, env=self.environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=self.limits)

    def run(self, place, words):
        """(exit code or None after the time limit, stdout, stderr)"""
        process = self.start(place, words)
        try:
            out, err = process.communicate(timeout=SECONDS)
            return process.returncode, out, err.decode(errors="replace")
        except subprocess.TimeoutExpired:
            process.kill()
            return None, b"", process.communicate()[1].decode(errors="replace")

    def stop_a_run(self):
        """A run that was asked to stop: what the damaged ones are copies of."""
        os.makedirs(self.stopped)
        hostile_places.scene(ENDLESS)(self.stopped)
        process = self.start(self.stopped, ["run", "in/scene.yaml", "-o", "run", "--checkpoint-steps", "50"])
        history = os.path.join(self.stopped, "run", "energy.csv")
        until = time.monotonic() + SECONDS
        while time.monotonic() < until and not (os.path.exists(history) and os.path.getsize(history) > 0):
            time.sleep(0.01)
        time.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        message = process.communicate()[1].decode()
        assert process.returncode == 0 and "--resume" in message, message
        shutil.copy(os.path.join(self.stopped, "in/scene.yaml"), os.path.join(self.stopped, "run/scene_moved.yaml"))


def contents(folder):
    """{path: (kind, size, time of the last change)} of everything below."""
    found = {}
    for top, folders, files in os.walk(folder):
        for name in folders + files:
            info = os.lstat(os.path.join(top, name))
            found[os.path.join(top, name)] = (info.st_mode, info.st_size, info.st_mtime_ns)
    return found


def problems(result, expected_code, words):
    """What is wrong with how a case was refused."""
    code, out, err = result
    if code is None:
        yield f"still running after {SECONDS} s"
    elif code < 0:
        yield f"killed by signal {-code}"
    elif code != expected_code:
        yield f"exit code {code}, not {expected_code}"
    if "error" not in err and "VERB" not in err:
        yield "no error message"
    for word in words:
        if not re.search(word, err):
            yield f"the message lacks '{word}'"
    if any(mark in err for mark in ("Sanitizer", "runtime error", "(null)", "Assertion")):
        yield "a mistake inside"
    if len(err) > 100000:
        yield f"a message of {len(err)} bytes"
    if any(ord(c) < 32 and c != "\n" for c in err):
        yield "control characters in the message"


def mesh_cases():
    for name, ending, content, says in hostile_meshes.MESHES:
        file = "bad." + ending if ending else "bad"
        words = [re.escape(file), re.escape(says)]
        yield name, hostile_places.write("in/" + file, content), f"info in/{file}", 2, words
        yield f"prepare_{name}", hostile_places.write("in/" + file, content), f"mesh in/{file} --simplify 4 -o in/out.obj", 2, words


def scene_cases():
    for name, text, code, says in hostile_scenes.SCENES:
        words = [r"scene\.yaml(:\d+:\d+)?: error", re.escape(code), re.escape(says)]
        for verb in ("check", "run"):
            yield f"{verb}_{name}", hostile_places.scene(text), f"{verb} in/scene.yaml", 2, words


def places():
    """Without those that root cannot be in: root reads everything."""
    return [place for place in hostile_places.PLACES if os.geteuid() != 0 or "may_not_be_read" not in place[0]]


def place_cases():
    for name, make, command, code, says in places():
        yield name, make, command, code, [re.escape(says)]


def try_case(bench, case, show):
    name, make, command, code, words = case
    place = os.path.join(bench.scratch, name)
    shutil.copytree(os.path.join(bench.stopped, "run"), os.path.join(place, "run"))
    hostile_places.scene(hostile_scenes.GOOD)(place)
    make(place)
    before = contents(os.path.join(place, "in"))
    result = bench.run(place, command.split(" ") if command else [])
    found = list(problems(result, code, words))
    if contents(os.path.join(place, "in")) != before:
        found.append("something was written into the scene's folder")
    for problem in found:
        print(f"{name}: {problem}")
    if found or show:
        print(f"    abut {command[:200]}\n    " + result[2][:1500].replace("\n", "\n    "))
    shutil.rmtree(place)
    return not found


def main():
    words = [word for word in sys.argv[1:] if word != "--unlimited"]
    scratch = tempfile.mkdtemp(prefix="abut_hostile_")
    try:
        bench = Bench(words[0], "--unlimited" in sys.argv, scratch)
        bench.stop_a_run()
        cases = [case for group in (mesh_cases, scene_cases, place_cases) for case in group()]
        files = len(hostile_meshes.MESHES) + len(hostile_scenes.SCENES) + len(places())
        chosen = [case for case in cases if len(words) < 2 or words[1] in case[0]]
        good = sum(try_case(bench, case, len(words) > 1) for case in chosen)
    finally:
        shutil.rmtree(scratch)
    print(f"{good} of {len(chosen)} runs with {files} hostile inputs ended as they should")
    return 0 if good == len(chosen) and files >= MIN else 1


sys.exit(main())
