"""What is wrong with the place of a file rather than with its bytes, command lines that make no sense, and damaged runs.

Every case is (name, how its place is made, command line, exit code, words of the message). The command runs in a folder of its
own, in which `in/` is the scene's folder and holds scene.yaml; `run/` is a copy of a run that was stopped.
"""
import os
import shutil
import struct

import hostile_meshes
import hostile_scenes


def nothing(place):
    pass


def write(name, content):
    def make(place):
        path = os.path.join(place, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as to:
            to.write(content.encode() if isinstance(content, str) else content)
    return make


def scene(text):
    return write("in/scene.yaml", text)


def folder(name):
    return lambda place: os.makedirs(os.path.join(place, name))


def fifo(name):
    return lambda place: os.mkfifo(os.path.join(place, name))


def link(name, target):
    return lambda place: os.symlink(target, os.path.join(place, name))


def sealed(name, content=""):
    def make(place):
        write(name, content)(place)
        os.chmod(os.path.join(place, name), 0)
    return make


def both(*makers):
    def make(place):
        for maker in makers:
            maker(place)
    return make


def without(name):
    def make(place):
        path = os.path.join(place, name)
        shutil.rmtree(path) if os.path.isdir(path) else os.unlink(path)
    return make


def changed(name, change):
    """The file with its bytes passed through `change`."""
    def make(place):
        with open(os.path.join(place, name), "rb") as source:
            content = source.read()
        write(name, change(bytearray(content)))(place)
    return make


def cut(name, keep):
    """The first `keep` bytes; below zero: without so many at the end."""
    return changed(name, lambda content: content[:keep])


def flipped(name, at):
    def flip(content):
        content[at] ^= 0x10
        return content
    return changed(name, flip)


def patched(name, at, new):
    def patch(content):
        content[at:at + len(new)] = new
        return content
    return changed(name, patch)


def replaced(name, maker):
    return both(without(name), maker)


def finished(maker):
    """With results alone, as runs are passed on; where there is a journal, exports read that."""
    return both(without("run/journal.abut"), maker)


LINKED_MESH = hostile_scenes.shape("{mesh: part.stl}")
PART = hostile_meshes.stl(1, [hostile_meshes.TRIANGLE])

PLACES = [
    # Kinds of files.
    ("scene_not_there", nothing, "check in/missing.yaml", 2, "missing.yaml"),
    ("scene_is_a_folder", nothing, "check in", 2, "folder"),
    ("scene_is_a_pipe", fifo("in/pipe.yaml"), "run in/pipe.yaml", 2, "pipe"),
    ("scene_is_dev_zero", nothing, "run /dev/zero", 2, "/dev/zero"),
    ("scene_is_dev_null", nothing, "run /dev/null", 2, "/dev/null"),
    ("scene_is_a_circle_of_links", both(link("in/a.yaml", "b.yaml"), link("in/b.yaml", "a.yaml")), "run in/a.yaml", 4, "a.yaml"),
    ("scene_below_a_file", nothing, "run in/scene.yaml/x.yaml", 2, "x.yaml"),
    ("scene_path_is_too_long", nothing, "run " + "a/" * 3000 + "x.yaml", 2, "too long"),
    ("scene_may_not_be_read", sealed("in/sealed.yaml"), "run in/sealed.yaml", 4, "sealed.yaml"),
    ("scene_is_an_stl", write("in/part.stl", PART), "run in/part.stl", 2, "part.stl"),
    ("mesh_not_there", nothing, "info in/missing.stl", 2, "missing.stl"),
    ("mesh_is_a_pipe", fifo("in/pipe.stl"), "info in/pipe.stl", 2, "pipe"),
    ("mesh_is_dev_zero", nothing, "info /dev/zero", 2, "/dev/zero"),
    ("mesh_is_a_link_to_dev_zero", link("in/zero.stl", "/dev/zero"), "info in/zero.stl", 2, "zero.stl"),
    ("mesh_may_not_be_read", sealed("in/sealed.stl"), "info in/sealed.stl", 4, "sealed.stl"),
    ("mesh_of_1_TB_of_holes", lambda place: os.truncate(os.open(os.path.join(place, "in/big.stl"), os.O_CREAT | os.O_RDWR), 1 << 40),
     "info in/big.stl", 2, "big.stl"),
    ("scene_of_1_TB_of_holes", lambda place: os.truncate(os.open(os.path.join(place, "in/big.yaml"), os.O_CREAT | os.O_RDWR), 1 << 40),
     "run in/big.yaml", 2, "larger"),
    ("scene_names_a_pipe", both(scene(LINKED_MESH), fifo("in/part.stl")), "check in/scene.yaml", 2, "E034"),
    ("scene_names_a_folder", both(scene(LINKED_MESH), folder("in/part.stl")), "check in/scene.yaml", 2, "E034"),
    ("scene_names_a_link_out_of_its_folder", both(scene(LINKED_MESH), write("part.stl", PART), link("in/part.stl", "../part.stl")),
     "check in/scene.yaml", 2, "E024"),
    ("include_is_a_link_out_of_the_folder",
     both(scene(hostile_scenes.GOOD + "include: [other.yaml]\n"), write("other.yaml", "{}"), link("in/other.yaml", "../other.yaml")),
     "check in/scene.yaml", 2, "E024"),
    ("include_is_a_pipe", both(scene(hostile_scenes.GOOD + "include: [p.yaml]\n"), fifo("in/p.yaml")), "check in/scene.yaml", 2, "E001"),
    ("includes_in_a_circle", both(scene(hostile_scenes.GOOD + "include: [b.yaml]\n"), write("in/b.yaml", "include: [scene.yaml]\n")),
     "check in/scene.yaml", 2, "E023"),
    ("includes_20_deep", both(scene(hostile_scenes.GOOD + "include: [i0.yaml]\n"),
                              *(write(f"in/i{i}.yaml", f"include: [i{i + 1}.yaml]\n") for i in range(20)), write("in/i20.yaml", "{}")),
     "check in/scene.yaml", 2, "E023"),
    ("mistake_in_an_include", both(scene(hostile_scenes.GOOD + "include: [b.yaml]\n"), write("in/b.yaml", "seed: -1\n")),
     "check in/scene.yaml", 2, "b.yaml:1:7"),
    ("damaged_mesh_of_a_scene", both(scene(LINKED_MESH), write("in/part.stl", PART[:-1])), "check in/scene.yaml", 2, "E034"),
    ("open_mesh_that_moves", both(scene(LINKED_MESH), write("in/part.stl", PART)), "check in/scene.yaml", 2, "E033"),
    # Results that cannot be written.
    ("results_into_a_file", write("taken", ""), "run in/scene.yaml -o taken", 4, "taken"),
    ("results_below_a_file", write("taken", ""), "run in/scene.yaml -o taken/deeper", 4, "taken"),
    ("results_into_dev_full", nothing, "run in/scene.yaml -o /dev/full", 4, "/dev/full"),
    ("results_into_proc", nothing, "run in/scene.yaml -o /proc/abut", 4, "/proc/abut"),
    ("results_through_a_dangling_link", link("gone", "nowhere/at/all"), "run in/scene.yaml -o gone", 4, "gone"),
    ("checkpoint_is_a_folder", folder("out/checkpoint.abut"), "run in/scene.yaml -o out --overwrite", 4, "checkpoint.abut"),
    ("journal_is_a_folder", folder("out/journal.abut"), "run in/scene.yaml -o out", 4, "journal.abut"),
    ("journal_is_a_pipe", both(folder("out"), fifo("out/journal.abut")), "run in/scene.yaml -o out", 4, "journal.abut"),
    ("history_is_dev_full", both(folder("out"), link("out/energy.csv", "/dev/full")), "run in/scene.yaml -o out", 4, "energy.csv"),
    ("results_over_a_run", nothing, "run in/scene.yaml -o run", 2, "--overwrite"),
    # Command lines.
    ("no_verb", nothing, "", 2, "VERB"),
    ("unknown_verb", nothing, "rum in/scene.yaml", 2, "did you mean 'run'"),
    ("unknown_option", nothing, "run in/scene.yaml --thread 2", 2, "did you mean '--threads'"),
    ("option_without_value", nothing, "run in/scene.yaml -o", 2, "--out"),
    ("flag_with_value", nothing, "run in/scene.yaml --quiet=1", 2, "--quiet"),
    ("threads_is_a_word", nothing, "run in/scene.yaml --threads many", 2, "--threads"),
    ("threads_is_negative", nothing, "run in/scene.yaml --threads -1", 2, "--threads"),
    ("threads_beyond_2_64", nothing, "run in/scene.yaml --threads 99999999999999999999", 2, "--threads"),
    ("checkpoint_interval_negative", nothing, "run in/scene.yaml --checkpoint-every -1", 2, "--checkpoint-every"),
    ("checkpoint_interval_nan", nothing, "run in/scene.yaml --checkpoint-every nan", 2, "--checkpoint-every"),
    ("two_scenes", nothing, "run in/scene.yaml in/scene.yaml", 2, "too many"),
    ("no_scene", nothing, "run", 2, "scene"),
    ("resume_and_out", nothing, "run --resume run -o other", 2, "--out"),
    ("resume_and_set", nothing, "run --resume run --set dt=1", 2, "--set"),
    ("scale_of_zero", write("in/part.stl", PART), "info in/part.stl --scale 0", 2, "--scale"),
    ("scale_of_1e300", write("in/part.stl", PART), "info in/part.stl --scale 1e300", 2, "part.stl"),
    ("density_negative", write("in/part.stl", PART), "info in/part.stl --density -1", 2, "--density"),
    ("set_without_equals", nothing, "check in/scene.yaml --set dt", 2, "E025"),
    ("set_without_value", nothing, "check in/scene.yaml --set dt=", 2, "--set #1"),
    ("set_without_path", nothing, "check in/scene.yaml --set =1", 2, "E025"),
    ("set_of_an_unknown_key", nothing, "check in/scene.yaml --set tiem.dt=1", 2, "did you mean 'time'"),
    ("set_of_an_element_not_there", nothing, "check in/scene.yaml --set bodies.7.mass=1", 2, "E025"),
    ("set_of_garbage", nothing, "check in/scene.yaml --set dt={[", 2, "--set #1"),
    ("set_of_wrong_unit", nothing, "check in/scene.yaml --set dt=1kg", 2, "E017"),
    ("set_of_a_path_of_dots", nothing, "check in/scene.yaml --set ......=1", 2, "E025"),
    ("set_of_a_deep_path", nothing, "check in/scene.yaml --set " + ".".join("a" * 5000) + "=1", 2, "--set #1"),
    ("set_of_an_include_above", nothing, "check in/scene.yaml --set include=[../../x.yaml]", 2, "E025"),
    ("set_300_times", nothing, "check in/scene.yaml" + " --set seed=1" * 300, 2, "--set"),
    ("unknown_code_to_explain", nothing, "explain E999", 2, "E999"),
    ("unknown_list", nothing, "list shoes", 2, "shapes"),
    ("new_over_a_file", nothing, "new in/scene.yaml", 2, "scene.yaml"),
    # Damaged runs.
    ("resume_of_nothing", nothing, "run --resume nowhere", 2, "nowhere"),
    ("resume_of_an_empty_folder", folder("empty"), "run --resume empty", 2, "empty"),
    ("resume_of_a_file", nothing, "run --resume in/scene.yaml", 2, "scene.yaml"),
    ("info_of_an_empty_folder", folder("empty"), "info empty", 2, "empty"),
    ("checkpoint_is_empty", replaced("run/checkpoint.abut", write("run/checkpoint.abut", "")), "run --resume run", 2, "checkpoint.abut"),
    ("checkpoint_is_a_pipe", replaced("run/checkpoint.abut", fifo("run/checkpoint.abut")), "run --resume run", 2, "checkpoint.abut"),
    ("checkpoint_is_text", replaced("run/checkpoint.abut", write("run/checkpoint.abut", "step: 5\n" * 100)),
     "run --resume run", 2, "not a checkpoint"),
    *((f"checkpoint_cut_to_{n}_bytes", cut("run/checkpoint.abut", n), "run --resume run", 2, "checkpoint.abut")
      for n in (1, 8, 12, 16, 24, 31, 32, 40, 100)),
    ("checkpoint_cut_by_one_byte", cut("run/checkpoint.abut", -1), "info run", 2, "length"),
    ("checkpoint_with_a_byte_more", changed("run/checkpoint.abut", lambda c: c + b"\0"), "run --resume run", 2, "length"),
    *((f"checkpoint_with_a_bit_wrong_at_{n}", flipped("run/checkpoint.abut", n), "run --resume run", 2, "checkpoint.abut")
      for n in (0, 7, 16, 23, 24, 31, 32, 48, 200, -1)),
    ("checkpoint_of_another_version", patched("run/checkpoint.abut", 8, b"\377\377\0\0"), "run --resume run", 2, "another version"),
    ("checkpoint_of_another_byte_order", patched("run/checkpoint.abut", 12, b"\1\2\3\4"), "run --resume run", 2, "byte order"),
    ("checkpoint_claims_2_62_bytes", patched("run/checkpoint.abut", 16, struct.pack("<q", 2**62)), "run --resume run", 2, "length"),
    ("checkpoint_claims_negative_length", patched("run/checkpoint.abut", 16, struct.pack("<q", -1)), "run --resume run", 2, "length"),
    ("scene_changed_since_the_run_began", changed("run/scene_moved.yaml", lambda c: c.replace(b"1 cm", b"2 cm")),
     "run run/scene_moved.yaml --resume run", 2, "changed"),
    ("scene_gone_since_the_run_began", nothing, "run in/gone.yaml --resume run", 2, "gone.yaml"),
    ("scene_of_another_run", nothing, "run in/scene.yaml --resume run", 2, "changed"),
    ("journal_gone", without("run/journal.abut"), "run run/scene_moved.yaml --resume run", 2, "journal.abut"),
    ("journal_empty", cut("run/journal.abut", 0), "run run/scene_moved.yaml --resume run", 2, "journal.abut"),
    ("journal_cut", cut("run/journal.abut", 100), "run run/scene_moved.yaml --resume run", 2, "journal.abut"),
    ("journal_cut_by_one_byte", cut("run/journal.abut", -1), "run run/scene_moved.yaml --resume run", 2, "journal.abut"),
    ("journal_is_another_file", patched("run/journal.abut", 0, b"not mine"), "run run/scene_moved.yaml --resume run", 2, "journal.abut"),
    ("journal_of_another_version", patched("run/journal.abut", 8, b"\377\377\0\0"), "run run/scene_moved.yaml --resume run", 2, "journal.abut"),
    ("journal_with_a_bit_wrong", flipped("run/journal.abut", 60), "run run/scene_moved.yaml --resume run", 2, "journal.abut"),
    ("journal_claims_2_62_bytes", patched("run/journal.abut", 24, struct.pack("<q", 2**62)), "run run/scene_moved.yaml --resume run", 2, "journal.abut"),
    ("history_gone", without("run/energy.csv"), "run run/scene_moved.yaml --resume run", 2, "energy.csv"),
    ("history_cut", cut("run/bodies.csv", 10), "run run/scene_moved.yaml --resume run", 2, "bodies.csv"),
    # Damaged results.
    ("export_of_nothing", nothing, "export nowhere", 2, "nowhere"),
    ("export_of_an_empty_folder", folder("empty"), "export empty", 2, "empty"),
    ("export_of_a_file", nothing, "export in/scene.yaml", 2, "scene.yaml"),
    ("export_of_an_unknown_format", nothing, "export run --format xml", 2, "no format"),
    ("export_into_a_file", write("run/pvd", ""), "export run", 4, "pvd"),
    ("export_without_a_journal", without("run/journal.abut"), "export run --format vtkhdf", 2, "journal.abut"),
    ("export_of_a_damaged_journal", flipped("run/journal.abut", 60), "export run --format vtkhdf", 2, "journal.abut"),
    ("results_gone", finished(without("run/results.vtkhdf")), "export run", 2, "neither"),
    ("results_are_a_folder", finished(replaced("run/results.vtkhdf", folder("run/results.vtkhdf"))), "export run", 2, "results.vtkhdf"),
    ("results_are_a_pipe", finished(replaced("run/results.vtkhdf", fifo("run/results.vtkhdf"))), "export run", 2, "results.vtkhdf"),
    ("results_are_text", finished(replaced("run/results.vtkhdf", write("run/results.vtkhdf", "# vtk\n"))), "export run --format csv", 2, "results.vtkhdf"),
    *((f"results_cut_to_{n}_bytes", finished(cut("run/results.vtkhdf", n)), "export run", 2, "results.vtkhdf")
      for n in (0, 1, 8, 96, 512, 800, 2048, 8192)),
    ("results_cut_by_one_byte", finished(cut("run/results.vtkhdf", -1)), "export run --format csv", 2, "results.vtkhdf"),
]
