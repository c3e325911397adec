"""Runs, recordings and results: the same bytes as the program, histories and frames as arrays, sweeps."""
import json
import math

import numpy as np
import pytest

import abut

SAME = ["results.vtkhdf", "energy.csv", "bodies.csv", "joints.csv", "forces.csv", "probes.csv", "residuals.csv", "run.json", "scene.yaml"]


def lowest(result):
    """Measured by sweeps; at the top of the module, so that other processes find it."""
    return float(result.body("ball").position[:, 2].min())


def test_a_run_here_leaves_the_bytes_of_the_program(balls, cli, tmp_path):
    cli("run", balls, "-o", tmp_path / "cli", "-q")
    result = abut.run(balls, tmp_path / "here")
    for name in SAME:
        assert (tmp_path / "here" / name).read_bytes() == (tmp_path / "cli" / name).read_bytes(), name
    assert result.summary["hash"] == json.loads((tmp_path / "cli/run.json").read_text())["hash"]


def test_a_world_recorded_while_it_is_stepped_leaves_the_bytes_of_a_run(balls, tmp_path):
    abut.run(balls, tmp_path / "run")
    world = abut.load(balls)
    with world.record(tmp_path / "hand") as recorder:
        world.step(300)
    for name in SAME:
        assert (tmp_path / "hand" / name).read_bytes() == (tmp_path / "run" / name).read_bytes(), name
    assert recorder.summary.failed == 0 and recorder.summary.frames == 7
    assert recorder.result().passed == abut.read(tmp_path / "run").passed


def test_histories_are_columns_with_units(balls, tmp_path):
    result = abut.run(balls, tmp_path / "out", progress=False)
    energy, ball = result.energy, result.body("ball")
    assert len(energy) == 31 and energy.units["kinetic"] == "J" and energy.time[-1] == pytest.approx(0.03)
    total = energy.kinetic + energy.potential + energy["stored_normal"] + energy.stored_tangential + energy.stored_springs
    lost = energy.lost_damping + energy.lost_friction + energy.lost_impact + energy.lost_constraint
    assert total + lost - energy.work_external - energy.initial == pytest.approx(energy.residual, abs=1e-12)
    assert ball.position.shape == (31, 3) and ball.orientation.shape == (31, 4) and ball.velocity[0] == pytest.approx([0.1, 0, 0])
    assert set(result.bodies.names()) == {"ball", "other", "crate"} and result.joints.of("pin").force.shape == (31, 3)
    assert "motor" in result.forces.names() and len(result.probes) == 31
    with pytest.raises(KeyError, match="no column 'heat'"):
        energy["heat"]
    with pytest.raises(AttributeError):
        energy.heat
    with pytest.raises(KeyError, match="nothing called"):
        result.body("cat")
    with pytest.raises(abut.InputError, match="no history 'flows'"):
        result.flows
    assert "kinetic" in energy._repr_html_()


def test_frames_have_all_bodies_and_contacts(balls, tmp_path):
    result = abut.run(balls, tmp_path / "out", progress=False)
    frames = result.frames
    assert len(frames) == 7 and frames.times == pytest.approx(np.arange(7) * 0.005)
    assert frames.names[:4] == ["floor", "ball", "other", "crate"]
    row = frames[-1].body("ball")
    assert row["position"] == pytest.approx(result.body("ball").position[-1], rel=1e-12)
    assert frames.at(0.011).index == 2 and [frame.index for frame in frames] == list(range(7))
    rows = result.contacts("ball", "floor")
    assert len(rows["time"]) >= 1 and np.all(rows["normal"][:, 2] > 0) and np.all(rows["force"][:, 2] >= 0)
    turned = result.contacts("floor", "ball")
    assert turned["force"] == pytest.approx(-rows["force"]) and turned["normal"] == pytest.approx(-rows["normal"])
    assert len(result.contacts("crate")["time"]) >= len(result.contacts("crate", "floor")["time"])
    with pytest.raises(IndexError):
        frames[7]
    with pytest.raises(KeyError, match="no body 'cat'"):
        result.contacts("cat")


def test_progress_is_told_and_can_stop_a_run_that_is_then_resumed(balls, tmp_path):
    seen = []
    whole = abut.run(balls, tmp_path / "whole", progress=seen.append)
    assert seen and seen[0].end == pytest.approx(0.03)
    with pytest.raises(abut.Interrupted, match="--resume"):
        abut.run(balls, tmp_path / "out", progress=lambda now: False)
    with pytest.raises(ZeroDivisionError):
        abut.run(balls, tmp_path / "out", overwrite=True, progress=lambda now: 1 / 0)
    assert abut.read(tmp_path / "out").summary["finished"] is False
    again = abut.run(out=tmp_path / "out", resume=True, progress=False)
    assert again.summary["hash"] == whole.summary["hash"] and again.passed == whole.passed


def test_what_cannot_be_run_or_read_is_an_error_with_the_text_of_the_engine(balls, tmp_path):
    with pytest.raises(abut.InputError, match="measures a mass"):
        abut.run(balls, tmp_path / "out", set={"time.end": "3 kg"})
    abut.run(balls, tmp_path / "out", progress=False)
    with pytest.raises(abut.ArgumentError, match="holds a run already"):
        abut.run(balls, tmp_path / "out")
    with pytest.raises(abut.ArgumentError):
        abut.run()
    with pytest.raises(abut.InputError, match="no folder"):
        abut.read(tmp_path / "none")
    with pytest.raises(abut.InputError, match="no results"):
        abut.read(tmp_path)


def test_values_are_set_as_on_the_command_line(balls, cli, tmp_path):
    cli("run", balls, "-o", tmp_path / "cli", "-q", "--set", "bodies.ball.velocity=[0, 1 m/s, 0]", "--set", "time.end=5 ms")
    here = abut.run(balls, tmp_path / "here", set={"bodies.ball.velocity": [0, "1 m/s", 0], "time.end": "5 ms"}, progress=False)
    assert here.summary["hash"] == json.loads((tmp_path / "cli/run.json").read_text())["hash"]


def test_a_sweep_runs_every_combination_and_tells_which_failed(balls, tmp_path):
    over = {"contact.stiffness": ["10 N/mm", "40 N/mm"], "time.end": ["5 ms", "oops"]}
    cases = abut.sweep(balls, over, tmp_path / "sweep", measure=lowest, processes=2)
    assert [case.values["contact.stiffness"] for case in cases] == ["10 N/mm", "10 N/mm", "40 N/mm", "40 N/mm"]
    good, bad = cases[0::2], cases[1::2]
    assert all(case.error is None and math.isfinite(case.measured) for case in good)
    assert all(case.result is None and "needs a number" in case.error for case in bad)
    assert good[0].measured < good[1].measured  # softer is deeper
    alone = abut.sweep(balls, over, tmp_path / "alone", measure=lowest, processes=1)
    assert [case.measured for case in alone] == [case.measured for case in cases]
    with pytest.raises(abut.ArgumentError):
        abut.sweep(balls, {})


def test_worlds_and_results_show_their_page_in_a_notebook(balls, tmp_path):
    world = abut.load(balls)
    world.step(10)
    page = world._repr_html_()
    result = abut.run(balls, tmp_path / "out", progress=False)
    for shown in (page, result._repr_html_()):
        assert shown.startswith("<iframe srcdoc=") or shown.startswith("<pre>")  # built without its page
    assert world.time == pytest.approx(1e-3)  # looking changes nothing
    assert "4 bodies" in repr(world) and "not started" in repr(abut.World(dt=1))


def test_a_recording_is_refused_where_the_folder_is_taken_and_ends_with_its_world(balls, tmp_path):
    world = abut.load(balls)
    recorder = world.record(tmp_path / "one", frames="1 ms", title="a title")
    with pytest.raises(abut.ArgumentError, match="recorded already"):
        world.record(tmp_path / "two")
    world.step(20)
    world.close()
    assert recorder.summary.finished and len(abut.read(tmp_path / "one").frames) == 3
    fresh = abut.load(balls)
    with pytest.raises(abut.ArgumentError, match="holds a run already"):
        fresh.record(tmp_path / "one")
    with fresh.record(tmp_path / "one", overwrite=True):
        fresh.step()
    with pytest.raises(ZeroDivisionError), fresh.record(tmp_path / "three"):
        fresh.step(5)
        raise ZeroDivisionError
    assert (tmp_path / "three/run.json").is_file()
