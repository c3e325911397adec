"""Meshes, distance fields, overlaps and contact problems in Python, against closed forms."""
import numpy as np
import pytest

import abut

CUBE = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=float)
TETRAHEDRON = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)
FACES = [[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3]]


def test_a_mesh_of_arrays_has_the_volume_of_its_solid():
    mesh = abut.Mesh(vertices=TETRAHEDRON, triangles=FACES, scale=2)
    assert mesh.mass.volume == pytest.approx(8 / 6) and mesh.mass.centroid == pytest.approx([0.5] * 3)
    assert mesh.report.closed and mesh.report.triangles == 4
    with pytest.raises(abut.InputError, match="vertex 9"):
        abut.Mesh(vertices=TETRAHEDRON, triangles=[[0, 1, 9]])
    with pytest.raises(abut.InputError, match="not finite"):
        abut.Mesh(vertices=[[0, 0, np.nan], [1, 0, 0], [0, 1, 0]], triangles=[[0, 1, 2]])
    with pytest.raises(ValueError, match="shape"):
        abut.Mesh(vertices=[[0, 0], [1, 0]], triangles=[[0, 1, 0]])


def test_a_mesh_file_is_read_and_a_wrong_one_says_where(tmp_path):
    path = tmp_path / "t.obj"
    path.write_text("".join(f"v {x} {y} {z}\n" for x, y, z in TETRAHEDRON) + "".join(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in FACES))
    assert abut.Mesh(path, scale=0.001).mass.volume == pytest.approx(1e-9 / 6)
    path.write_text("v 0 0 zero\n")
    with pytest.raises(abut.InputError, match="t.obj:1:7"):
        abut.Mesh(path)


def test_distances_of_a_field_are_those_of_the_solid():
    field = abut.sdf(abut.Mesh(vertices=TETRAHEDRON, triangles=FACES), cells=64)
    points = np.array([[0.1, 0.2, 0.05], [0.25, 0.25, 0.25], [-0.05, 0.3, 0.3]])
    inside = np.minimum(points.min(axis=1), (1 - points.sum(axis=1)) / 3**0.5)
    assert field.distance(points) == pytest.approx(-inside, abs=2e-3)  # interpolation: a share of a cell of 0.017
    distance, gradient = field.distance(points[0], gradient=True)
    assert distance == pytest.approx(-0.05, abs=2e-3) and gradient == pytest.approx([0, 0, -1], abs=1e-6)
    exact = field.closest(points[1])
    assert exact.distance == pytest.approx(-0.25 / 3**0.5) and exact.point == pytest.approx([1 / 3] * 3)
    assert field.ray([-1, 0.1, 0.1], [1, 0, 0], 5) == pytest.approx(1)
    assert field.ray([-1, 2, 0.1], [1, 0, 0], 5) == np.inf
    assert field.report.bricks > 0
    with pytest.raises(TypeError, match="no option"):
        abut.sdf(abut.Mesh(vertices=TETRAHEDRON, triangles=FACES), colour=3)
    with pytest.raises(ValueError):
        field.distance([[1, 2]])


def test_an_overlap_is_the_common_volume():
    half = abut.overlap(CUBE, CUBE, pose_b=([0.5, 0.25, 0], [1, 0, 0, 0]))
    assert half.overlap and half.volume == pytest.approx(0.375) and half.centroid == pytest.approx([0.75, 0.625, 0.5])
    assert not abut.overlap(CUBE, CUBE, pose_b=([2, 0, 0], [1, 0, 0, 0])).overlap
    a = abut.Polyhedron(CUBE)
    turned = ([0.5, 0.5, 0], [np.cos(np.pi / 8), 0, 0, np.sin(np.pi / 8)])
    clip, dual = abut.overlap(a, CUBE - [0.5, 0.5, 0], pose_b=turned), abut.overlap(a, CUBE - [0.5, 0.5, 0], pose_b=turned, method="dual")
    assert clip.volume == pytest.approx(2 * (2**0.5 - 1)) and dual.volume == pytest.approx(clip.volume)  # a regular octagon


def test_a_projection_is_the_nearest_point_of_the_cone():
    rng = np.random.default_rng(1)
    z = rng.normal(size=(200, 3))
    p = abut.cone_project(0.6, z)
    assert np.all(np.hypot(p[:, 1], p[:, 2]) <= 0.6 * p[:, 0] + 1e-12)
    rest = z - p  # in the polar cone, and perpendicular to the projection
    assert np.einsum("ij,ij->i", rest, p) == pytest.approx(np.zeros(200), abs=1e-12)
    assert np.all(rest[:, 0] + 0.6 * np.hypot(rest[:, 1], rest[:, 2]) <= 1e-12)
    assert abut.cone_project(0.5, [1, 2, 0]) == pytest.approx([1.6, 0.8, 0])


def test_a_contact_problem_is_solved_as_its_file_is(tmp_path):
    rng = np.random.default_rng(2)
    half = rng.normal(size=(9, 12))
    matrix, q, friction = half @ half.T, rng.normal(size=9) - [1, 0, 0] * 3, np.array([0.3, 0.7, 0.1])
    path = tmp_path / "problem.hdf5"
    found = abut.solve(W=matrix, q=q, friction=friction, tolerance=1e-10, save=path)
    r, u = found.impulse, found.velocity
    assert u.ravel() == pytest.approx(matrix @ r.ravel() + q, abs=1e-9)
    assert np.all(np.hypot(r[:, 1], r[:, 2]) <= friction * r[:, 0] + 1e-9)
    augmented = u[:, 0] + friction * np.hypot(u[:, 1], u[:, 2])
    assert np.einsum("ij,ij->i", r, np.column_stack([augmented, u[:, 1:]])) == pytest.approx(np.zeros(3), abs=1e-8)
    assert found.report.natural <= 1e-10
    again = abut.solve(path, tolerance=1e-10)
    assert again.impulse == pytest.approx(r, abs=1e-8)
    rows, columns = np.nonzero(np.ones((9, 9)))
    assert abut.solve(W=(rows, columns, matrix[rows, columns]), q=q, friction=friction, tolerance=1e-10).impulse == pytest.approx(r, abs=1e-8)


def test_a_problem_that_is_not_solved_gives_its_best_attempt():
    with pytest.raises(abut.UnsolvedError) as caught:
        rng = np.random.default_rng(3)
        half = rng.normal(size=(30, 31))
        abut.solve(W=half @ half.T, q=rng.normal(size=30) - 1, friction=np.full(10, 0.9), solver="gauss_seidel", max_iterations=1,
                   tolerance=1e-14)
    assert caught.value.solution.impulse.shape == (10, 3)
    with pytest.raises(abut.ArgumentError, match="solver"):
        abut.solve(W=np.eye(3), q=[0, 0, 0], friction=[0], solver="magic")
    with pytest.raises(ValueError, match="shape"):
        abut.solve(W=np.eye(4), q=[0, 0, 0], friction=[0])
    with pytest.raises(abut.InputError):
        abut.solve("nowhere.hdf5")
