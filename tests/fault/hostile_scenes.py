"""Scenes that must be refused: (name, text, code of the diagnostic, words of its message). All are loaded by `abut check`
and by `abut run`. GOOD is the scene they are made from."""

GOOD = """abut: 1
time: {end: 1 ms, dt: 10 us}
materials:
  steel: {density: 7850, young: 1 MPa}
bodies:
  - {name: floor, shape: {plane: {}}, material: steel}
  - {name: ball, shape: {sphere: {radius: 1 cm}}, material: steel, position: [0, 0, 2 cm]}
"""


def but(old, new, text=GOOD):
    """GOOD with one thing changed."""
    assert old in text, old
    return text.replace(old, new, 1)


def radius(value):
    return but("1 cm}", value + "}")


def shape(text):
    return but("{sphere: {radius: 1 cm}}", text)


def body(keys):
    return but("position: [0, 0, 2 cm]", keys)


def generator(text):
    return GOOD + "generators:\n  - " + text + "\n"


def grid(keys):
    return generator("grid: {name: g, shape: {sphere: 1 mm}, material: steel, " + keys + "}")


def fill(keys):
    return generator("fill: {name: f, material: steel, " + keys + "}")


BOX = "region: {low: [0, 0, 1], high: [1, 1, 2]}"
NESTED_LISTS = "x: " + "[" * 100000
NESTED_MAPS = "".join(" " * i + f"k{i}:\n" for i in range(200))
LAUGHS = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 12))

SCENES = [
    # The text.
    ("empty", "", "E010", "nothing"),
    ("only_a_comment", "# nothing\n", "E010", "nothing"),
    ("only_blanks", " \n\n  \n", "E010", "nothing"),
    ("a_single_word", "scene\n", "E010", "no mapping"),
    ("a_list", "- 1\n- 2\n", "E010", "no mapping"),
    ("cut_in_a_mapping", GOOD[:40], "E002", ""),
    ("cut_in_the_last_line", GOOD[:-20], "E002", ""),
    ("unclosed_quote", but("floor", '"floor'), "E002", ""),
    ("tab_for_indentation", but("  steel", "\tsteel"), "E002", "tab"),
    ("at_sign", radius("@1"), "E002", "quotes"),
    ("percent_directive", "%YAML 9.9\n---\n" + GOOD, "E002", ""),
    ("latin_1", GOOD.encode() + b"title: Kr\xe4ne\n", "E003", "UTF-8"),
    ("cut_in_a_utf_8_character", GOOD.encode() + b"title: \xe2\x82", "E003", "UTF-8"),
    ("overlong_utf_8", GOOD.encode() + b"title: \xc0\xaf\n", "E003", "UTF-8"),
    ("surrogate_in_utf_8", GOOD.encode() + b"title: \xed\xa0\x80\n", "E003", "UTF-8"),
    ("utf_16", GOOD.encode("utf-16"), "E003", "UTF-8"),
    ("nul_in_the_text", GOOD + "title: a\0b\n", "E003", ""),
    ("nul_by_escape", GOOD + 'title: "a\\0b"\n', "E022", ""),
    ("escape_sequence_in_a_name", but("ball", '"\\e[2J"'), "E022", "control"),
    ("bell_character", GOOD + "title: \x07\n", "E003", ""),
    ("byte_order_mark_and_a_mistake", "\ufeff" + but("abut: 1", "abut: 1, 2"), "E015", "scene.yaml:1:7"),
    ("crlf_and_a_mistake", but("density", "densty").replace("\n", "\r\n"), "E012", "did you mean 'density'"),
    ("lists_nested_100000_deep", NESTED_LISTS, "E004", "deep"),
    ("mappings_nested_200_deep", NESTED_MAPS, "E004", "deep"),
    ("alias_inside_its_anchor", "x: &x [*x]\n", "E005", "never end"),
    ("alias_without_anchor", but("material: steel", "material: *nothing"), "E005", "anchor"),
    ("alias_before_its_anchor", "x: *y\nz: &y 1\n", "E005", "anchor"),
    ("billion_laughs", LAUGHS, "E004", "values"),
    ("2000_anchors", "x:\n" + "".join(f"  - &a{i} 1\n" for i in range(2000)), "E004", "anchors"),
    ("merge_key", "base: &b {density: 1}\nmaterials: {m: {<<: *b}}\n", "E009", "merge"),
    ("tag", radius("!!float 1"), "E008", "tag"),
    ("python_tag", GOOD + "title: !!python/object:os.system ls\n", "E008", "tag"),
    ("two_documents", GOOD + "---\nabut: 1\n", "E007", "second document"),
    ("duplicate_key", GOOD + "abut: 1\n", "E006", "twice"),
    ("duplicate_key_in_a_flow_mapping", radius("1 cm, radius: 2 cm"), "E006", "twice"),
    ("list_as_a_key", "? [1, 2]\n: 3\n", "E014", "key"),
    ("key_of_1_MB", GOOD + "k" * 1000000 + ": 1\n", "", ""),
    ("value_of_1_MB", radius("9" * 1000000), "E018", ""),
    ("name_of_64_bytes", but("ball", "b" * 64), "E022", "63"),
    ("empty_name", but("ball", "''"), "E014", "empty"),
    ("70_MB_of_blanks", " " * (70 << 20), "E001", "larger"),
    # Keys.
    ("unknown_key", but("density", "densty"), "E012", "did you mean 'density'"),
    ("unknown_top_key", GOOD + "solver: fast\n", "E012", "solver"),
    ("key_with_wrong_case", but("time", "Time"), "E012", ""),
    ("missing_time", but("time: {end: 1 ms, dt: 10 us}\n", ""), "E013", "time"),
    ("missing_end", but("end: 1 ms, ", ""), "E013", "end"),
    ("missing_radius", shape("{sphere: {}}"), "E013", "radius"),
    ("missing_shape", but("shape: {plane: {}}, ", ""), "E013", "shape"),
    ("missing_material_of_a_body", but(", material: steel}", "}"), "E013", "material"),
    ("missing_format", but("abut: 1\n", ""), "E013", "abut"),
    ("format_of_the_future", but("abut: 1", "abut: 2"), "E011", ""),
    ("format_is_a_word", but("abut: 1", "abut: one"), "E015", "whole number"),
    # Kinds and numbers.
    ("mapping_where_a_list_belongs", but("bodies:\n  - ", "bodies:\n  x: "), "E002", ""),
    ("list_where_a_mapping_belongs", but("{end: 1 ms, dt: 10 us}", "[1, 2]"), "E014", "time"),
    ("number_where_a_mapping_belongs", but("{end: 1 ms, dt: 10 us}", "3"), "E014", "time"),
    ("list_where_a_number_belongs", radius("[1]"), "E014", "radius"),
    ("nothing_where_a_number_belongs", radius(""), "E014", "radius"),
    ("number_where_a_vector_belongs", body("position: 1"), "E014", "position"),
    ("vector_of_two", body("position: [1, 2]"), "E020", "position"),
    ("vector_of_four", body("position: [1, 2, 3, 4]"), "E020", "position"),
    ("word_where_a_number_belongs", radius("big"), "E015", "radius"),
    ("nan", radius(".nan"), "E015", "radius"),
    ("nan_without_dot", radius("nan"), "E015", "radius"),
    ("infinity", body("velocity: [.inf, 0, 0]"), "E015", "velocity"),
    ("hexadecimal_number", radius("0x10"), "", ""),
    ("decimal_comma", shape("{sphere: {radius: '0,5'}}"), "", ""),
    ("number_too_large", radius("1e400"), "E018", "too large"),
    ("number_too_large_by_its_unit", radius("1e308 km"), "E018", "too large"),
    ("yes_for_true", body("fixed: yes"), "E014", "fixed"),
    ("fractional_seed", GOOD + "seed: 1.5\n", "E015", "seed"),
    ("negative_seed", GOOD + "seed: -1\n", "E018", "seed"),
    ("seed_beyond_2_64", GOOD + "seed: 99999999999999999999\n", "", "seed"),
    # Units.
    ("unit_of_mass_for_a_length", radius("1 kg"), "E017", "radius"),
    ("unit_of_time_for_a_stiffness", GOOD + "contact: {stiffness: 3 s}\n", "E017", "stiffness"),
    ("unit_for_a_pure_number", but("young: 1 MPa", "friction: 1 m"), "E017", "friction"),
    ("unknown_unit", radius("1 furlongz"), "E016", "furlongz"),
    ("unit_with_an_offset", but("10 us", "10 degC"), "", ""),
    ("unit_of_100_kB", radius("1 " + "m" * 100000), "E016", "unknown unit"),
    ("unit_of_many_parentheses", radius("1 " + "(" * 10000), "E016", "unknown unit"),
    ("unit_of_many_powers", radius("1 m" + "^9" * 3000), "", ""),
    ("unit_with_logarithm", radius("1 lg(re 1 mW)"), "", ""),
    ("unit_of_garbage", radius("'1 \\x01%$'"), "E016", "unknown unit"),
    # Ranges.
    ("negative_radius", radius("-1 cm"), "E018", "radius"),
    ("zero_radius", radius("0"), "E018", "radius"),
    ("box_with_a_zero_edge", shape("{box: [1, 0, 1]}"), "E018", "size"),
    ("zero_mass", body("mass: 0"), "E018", "mass"),
    ("negative_mass", body("mass: -1 kg"), "E018", "mass"),
    ("zero_density", but("7850", "0"), "E018", "density"),
    ("poisson_above_a_half", but("young: 1 MPa", "poisson: 0.7"), "E018", "poisson"),
    ("restitution_above_one", but("young: 1 MPa", "restitution: 1.5"), "E018", "restitution"),
    ("negative_friction", but("young: 1 MPa", "friction: -0.1"), "E018", "friction"),
    ("zero_end", but("end: 1 ms", "end: 0"), "E018", "end"),
    ("negative_dt", but("10 us", "-10 us"), "E018", "dt"),
    ("speed_that_no_step_can_follow", body("velocity: [0, 1e300, 0]"), "E036", "no time step is small enough"),
    ("dt_of_a_second", but("10 us", "1 s"), "E036", "time step"),
    ("10_to_18_steps", but("end: 1 ms, dt: 10 us", "end: 1e12, dt: 1e-6"), "E037", "steps"),
    ("10_to_300_steps", but("end: 1 ms, dt: 10 us", "end: 1e150, dt: 1e-150"), "E037", "steps"),
    ("radius_whose_mass_overflows", radius("1e150"), "", ""),
    ("radius_whose_mass_vanishes", radius("1e-150"), "", ""),
    ("moments_of_no_body", body("inertia: [1, 1, 5]"), "E040", ""),
    # What belongs together.
    ("unknown_material", body("material: stel").replace("material: steel, material", "material"), "E030", "did you mean 'steel'"),
    ("no_materials", but("materials:\n  steel: {density: 7850, young: 1 MPa}\n", ""), "E030", "materials"),
    ("unknown_law", GOOD + "contact: {law: hooke}\n", "E019", "linear"),
    ("unknown_integrator", but("dt: 10 us", "integrator: euler"), "E019", "verlet"),
    ("unknown_shape", shape("{spere: 1}"), "E019", "did you mean 'sphere'"),
    ("two_shapes", shape("{sphere: 1 cm, box: [1, 1, 1]}"), "E021", ""),
    ("no_shape", shape("{}"), "E021", ""),
    ("plane_without_normal", but("{plane: {}}", "{plane: [0, 0, 0]}"), "E018", "zero"),
    ("plane_that_moves", but("{plane: {}}", "{plane: {}}, fixed: false"), "E032", "plane"),
    ("same_name_twice", but("ball", "floor"), "E031", "taken"),
    ("zero_quaternion", body("orientation: [0, 0, 0, 0]"), "E018", "zero"),
    ("axis_without_angle", body("orientation: {axis: [1, 0, 0]}"), "E039", "angle"),
    ("two_orientations", body("orientation: {euler: [0, 0, 0], quaternion: [1, 0, 0, 0]}"), "E039", "only one"),
    ("hull_of_three_points", shape("{hull: [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}"), "E020", "4 points"),
    ("hull_in_a_plane", shape("{hull: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]}"), "E034", ""),
    ("hull_of_one_point", shape("{hull: [[1, 1, 1], [1, 1, 1], [1, 1, 1], [1, 1, 1]]}"), "E034", ""),
    ("tetrahedron_beyond_all_places", shape("{tetrahedron: {edge: 1e300}}"), "E018", "1e50 m"),
    ("hull_of_points_and_file", shape("{hull: {points: [[0, 0, 0]], file: a.stl}}"), "E039", "not both"),
    ("points_beyond_all_memory", shape("{box: [1, 1, 1]}, spacing: 1e-7") + "contact: {geometry: sdf}\n", "E035", "larger spacing"),
    ("field_beyond_all_memory", shape("{box: [1, 1, 1]}") + "contact: {geometry: sdf, resolution: 100000}\n", "E035", "limit"),
    ("empty_body", but("  - {name: floor, shape: {plane: {}}, material: steel}", "  - {}"), "E013", ""),
    ("body_is_nothing", but("  - {name: floor, shape: {plane: {}}, material: steel}", "  -"), "E013", ""),
    ("200_mistakes", GOOD + "".join(f"wrong_{i}: 1\n" for i in range(200)), "E099", "more"),
    # Generators.
    ("grid_of_10_to_12", grid("count: [1e12, 1, 1], spacing: [1, 1, 1]"), "", "count"),
    ("grid_of_10_to_24", grid("count: [100000000, 100000000, 100000000], spacing: [1, 1, 1]"), "E037", "bodies"),
    ("grid_of_60_million", grid("count: [60000000, 1, 1], spacing: [1, 1, 1]"), "E037", "bodies"),
    ("grid_of_none", grid("count: [0, 1, 1], spacing: [1, 1, 1]"), "E018", "count"),
    ("grid_of_planes", generator("grid: {name: g, shape: {plane: {}}, material: steel, count: [1, 1, 1], spacing: [1, 1, 1]}"), "E032", ""),
    ("fill_of_10_to_12", fill(f"radius: {{min: 1 mm, max: 1 mm}}, count: 1000000000000, {BOX}"), "E018", "count"),
    ("fill_by_fraction_of_10_to_18", fill(f"radius: {{min: 1 um, max: 1 um}}, fraction: 0.3, {BOX}"), "E037", "fraction"),
    ("fill_that_does_not_fit", fill(f"radius: {{min: 30 cm, max: 40 cm}}, count: 50, {BOX}"), "E038", "fit"),
    ("fill_larger_than_its_region", fill(f"radius: {{min: 2, max: 3}}, count: 1, {BOX}"), "E038", "fit"),
    ("fill_with_the_region_turned", fill("radius: {min: 1 mm, max: 1 mm}, count: 1, region: {low: [1, 1, 1], high: [0, 0, 0]}"), "E039", "above"),
    ("fill_with_radii_turned", fill(f"radius: {{min: 2 mm, max: 1 mm}}, count: 1, {BOX}"), "E039", "larger"),
    ("fill_with_count_and_fraction", fill(f"radius: {{min: 1 mm, max: 1 mm}}, count: 1, fraction: 0.1, {BOX}"), "E039", "not both"),
    ("fill_of_nothing", fill(f"count: 1, {BOX}"), "E039", "shape"),
    ("unknown_generator", generator("pour: {count: 3}"), "E019", "grid"),
    # Other files.
    ("include_of_itself", GOOD + "include: [scene.yaml]\n", "E023", "itself"),
    ("include_of_nothing_there", GOOD + "include: [missing.yaml]\n", "E001", "missing.yaml"),
    ("include_above", GOOD + "include: [../other.yaml]\n", "E024", "--allow-outside"),
    ("include_above_by_a_detour", GOOD + "include: [a/../../other.yaml]\n", "E024", "--allow-outside"),
    ("include_by_absolute_path", GOOD + "include: [/etc/passwd]\n", "E024", "--allow-outside"),
    ("include_of_the_folder", GOOD + "include: [.]\n", "", ""),
    ("mesh_above", shape("{mesh: ../part.stl}"), "E024", "--allow-outside"),
    ("mesh_by_absolute_path", shape("{mesh: /dev/zero}"), "E024", "--allow-outside"),
    ("mesh_not_there", shape("{mesh: missing.stl}"), "E034", "missing.stl"),
    ("mesh_is_the_scene", shape("{mesh: scene.yaml}"), "E034", "scene.yaml"),
    ("mesh_path_of_10_kB", shape("{mesh: " + "a" * 10000 + ".stl}"), "E034", "too long"),
]
