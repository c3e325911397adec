"""Declarations of libabut for ctypes. Written by tools/python_interface.py from include/abut/*.h; do not edit."""
# fmt: off
from ctypes import (CFUNCTYPE, POINTER, Structure, c_bool, c_char, c_char_p, c_double, c_float, c_int, c_int32, c_int64, c_size_t,
                    c_uint8, c_uint32, c_uint64, c_void_p)

VOID = None

ABUT_CHECKS = 12
ABUT_FRAME_ARRAYS = 24
ABUT_IMPACT_LAWS = 8
ABUT_JOINT_COORDINATES = 3
ABUT_LABEL = 160
ABUT_NUMBER_BYTES = 32
ABUT_PROBE_COLUMNS = 12
ABUT_RECORDING_FILE = "recording.abut"
ABUT_SEARCH_CASES = 3
ABUT_VERSION = "0.2.0"
# abut_status
ABUT_OK = 0
ABUT_ERR_ARGUMENT = 1
ABUT_ERR_INPUT = 2
ABUT_ERR_LIMIT = 3
ABUT_ERR_MEMORY = 4
ABUT_ERR_NUMERIC = 5
ABUT_ERR_STEP = 6
ABUT_ERR_IO = 7
ABUT_ERR_CORRUPT = 8
ABUT_INTERRUPTED = 9
ABUT_ERR_INTERNAL = 10
ABUT_ERR_UNSOLVED = 11
# abut_log_level
ABUT_LOG_DEBUG = 0
ABUT_LOG_INFO = 1
ABUT_LOG_WARNING = 2
# abut_file_kind
ABUT_FILE_NONE = 0
ABUT_FILE_REGULAR = 1
ABUT_FILE_DIRECTORY = 2
ABUT_FILE_OTHER = 3
# abut_open_mode
ABUT_OPEN_READ = 0
ABUT_OPEN_CREATE = 1
ABUT_OPEN_UPDATE = 2
# abut_loss
ABUT_LOSS_DAMPING = 0
ABUT_LOSS_FRICTION = 1
ABUT_LOSS_IMPACT = 2
ABUT_LOSSES = 3
# abut_frame_part
ABUT_FRAME_SURFACES = 0
ABUT_FRAME_BODIES = 1
ABUT_FRAME_CONTACTS = 2
ABUT_FRAME_LINES = 3
ABUT_FRAME_PARTS = 4
# abut_scalar
ABUT_SCALAR_FLOAT = 0
ABUT_SCALAR_DOUBLE = 1
ABUT_SCALAR_INT = 2
ABUT_SCALAR_LONG = 3
ABUT_SCALAR_BYTE = 4
# abut_report_format
ABUT_REPORT_TEXT = 0
ABUT_REPORT_JSON = 1
# abut_impact_motion
ABUT_IMPACT_OPEN = 0
ABUT_IMPACT_SLIP = 1
ABUT_IMPACT_STICK = 2
# abut_overlap_method
ABUT_OVERLAP_CLIP = 0
ABUT_OVERLAP_DUAL = 1
# abut_export_format
ABUT_EXPORT_PVD = 0
ABUT_EXPORT_CSV = 1
ABUT_EXPORT_VTKHDF = 2
# abut_colouring
ABUT_COLOUR_BODY = 0
ABUT_COLOUR_MATERIAL = 1
ABUT_COLOUR_SPEED = 2
ABUT_COLOUR_FORCE = 3
# abut_table
ABUT_TABLE_SHAPES = 0
ABUT_TABLE_LAWS = 1
ABUT_TABLE_DAMPINGS = 2
ABUT_TABLE_FRICTIONS = 3
ABUT_TABLE_ROLLINGS = 4
ABUT_TABLE_COHESIONS = 5
ABUT_TABLE_IMPACTS = 6
ABUT_TABLE_INTEGRATORS = 7
ABUT_TABLE_JOINTS = 8
ABUT_TABLE_FORCES = 9
ABUT_TABLE_PROBES = 10
ABUT_TABLE_SOLVERS = 11
ABUT_TABLE_MATERIALS = 12
ABUT_TABLES = 13
abut_list_fn = CFUNCTYPE(VOID, c_void_p, c_char_p, c_int64, c_int64)
abut_log_fn = CFUNCTYPE(VOID, c_void_p, c_int, c_char_p)


class abut_v3(Structure):
    _fields_ = [("x", c_double),
                ("y", c_double),
                ("z", c_double)]


class abut_quat(Structure):
    _fields_ = [("w", c_double),
                ("x", c_double),
                ("y", c_double),
                ("z", c_double)]


class abut_frame(Structure):
    _fields_ = [("position", abut_v3),
                ("orientation", abut_quat)]


class abut_parameter(Structure):
    _fields_ = [("name", c_char_p),
                ("value", c_double)]


class abut_list_parameter(Structure):
    _fields_ = [("name", c_char_p),
                ("value", POINTER(c_double)),
                ("count", c_int64)]


class abut_allocator(Structure):
    _fields_ = [("user", c_void_p),
                ("resize", CFUNCTYPE(c_void_p, c_void_p, c_void_p, c_size_t)),
                ("release", CFUNCTYPE(VOID, c_void_p, c_void_p))]


class abut_io(Structure):
    _fields_ = [("user", c_void_p),
                ("open", CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)),
                ("read", CFUNCTYPE(c_int64, c_void_p, c_int, c_void_p, c_int64, c_int64)),
                ("write", CFUNCTYPE(c_int64, c_void_p, c_int, c_void_p, c_int64, c_int64)),
                ("truncate", CFUNCTYPE(c_int, c_void_p, c_int, c_int64)),
                ("sync", CFUNCTYPE(c_int, c_void_p, c_int)),
                ("lock", CFUNCTYPE(c_int, c_void_p, c_int)),
                ("close", CFUNCTYPE(c_int, c_void_p, c_int)),
                ("kind", CFUNCTYPE(c_int, c_void_p, c_char_p, POINTER(c_int), POINTER(c_int64))),
                ("rename", CFUNCTYPE(c_int, c_void_p, c_char_p, c_char_p)),
                ("remove", CFUNCTYPE(c_int, c_void_p, c_char_p)),
                ("make_directory", CFUNCTYPE(c_int, c_void_p, c_char_p)),
                ("sync_directory", CFUNCTYPE(c_int, c_void_p, c_char_p)),
                ("list", CFUNCTYPE(c_int, c_void_p, c_char_p, abut_list_fn, c_void_p))]


class abut_setup(Structure):
    _fields_ = [("name", c_char_p),
                ("doing", c_char_p),
                ("done", c_int64),
                ("of", c_int64),
                ("wall", c_double),
                ("left", c_double)]


class abut_config(Structure):
    _fields_ = [("threads", c_int),
                ("allocator", abut_allocator),
                ("io", abut_io),
                ("log", abut_log_fn),
                ("log_user", c_void_p),
                ("cache", c_char_p),
                ("cache_limit", c_int64),
                ("cancel", CFUNCTYPE(c_bool, c_void_p)),
                ("cancel_user", c_void_p),
                ("setup", CFUNCTYPE(VOID, c_void_p, POINTER(abut_setup))),
                ("setup_user", c_void_p)]


class abut_bytes(Structure):
    _fields_ = [("data", c_void_p),
                ("size", c_int64)]


class abut_world_def(Structure):
    _fields_ = [("size", c_uint32),
                ("gravity", abut_v3),
                ("dt", c_double),
                ("free_dt", c_double),
                ("integrator", c_char_p),
                ("tolerance", c_double),
                ("spectral_radius", c_double),
                ("enforcement", c_char_p),
                ("penalty", c_double),
                ("contact_solver", c_char_p),
                ("contact_tolerance", c_double),
                ("allow_unsolved", c_bool),
                ("relax", c_bool),
                ("normal_law", c_char_p),
                ("damping", c_char_p),
                ("friction_law", c_char_p),
                ("rolling_law", c_char_p),
                ("cohesion_law", c_char_p),
                ("impact", c_char_p),
                ("impact_order", c_char_p),
                ("impact_guard", c_bool),
                ("parameters", POINTER(abut_parameter)),
                ("parameter_count", c_int32),
                ("penetration", c_double),
                ("approach_speed", c_double),
                ("geometry", c_char_p),
                ("resolution", c_int64),
                ("detect", c_char_p),
                ("patch", c_char_p),
                ("per_point", c_bool),
                ("allow_large_dt", c_bool),
                ("drift", c_char_p),
                ("drift_rate", c_double),
                ("drift_alpha", c_double),
                ("drift_beta", c_double)]


class abut_energy(Structure):
    _fields_ = [("kinetic", c_double),
                ("potential", c_double),
                ("stored_normal", c_double),
                ("stored_tangential", c_double),
                ("stored_springs", c_double),
                ("lost_damping", c_double),
                ("lost_friction", c_double),
                ("lost_impact", c_double),
                ("lost_constraint", c_double),
                ("work_external", c_double),
                ("initial", c_double),
                ("residual", c_double)]


class abut_energy_term(Structure):
    _fields_ = [("name", c_char_p),
                ("value", c_double)]


class abut_residuals(Structure):
    _fields_ = [("overlap", c_double),
                ("pull", c_double),
                ("complementarity", c_double),
                ("distance", c_double),
                ("immersion", c_double),
                ("jumps", c_double),
                ("joint_position", c_double),
                ("joint_speed", c_double),
                ("gain", c_double),
                ("missed", c_double),
                ("contact_cones", c_double),
                ("contact_sweeps", c_double),
                ("contact_residual", c_double)]


class abut_give_and_take(Structure):
    _fields_ = [("taken", c_double),
                ("given", c_double),
                ("passed", c_double),
                ("steps", c_int64),
                ("max_given", c_double),
                ("time", c_double),
                ("step", c_int64)]


class abut_impact_watch(Structure):
    _fields_ = [("count", c_int64),
                ("lost", c_double),
                ("speed", c_double)]


class abut_watch(Structure):
    _fields_ = [("overlap", c_double),
                ("turnover", c_double),
                ("loss", (abut_give_and_take * 3)),
                ("contact_sweeps", c_int64),
                ("contact_residual", c_double),
                ("unsolved", c_int64),
                ("turning", c_double),
                ("turning_max", c_double),
                ("impact", (abut_impact_watch * 8)),
                ("impacts_guarded", c_int64),
                ("impacts_fell_back", c_int64),
                ("impacts_completed", c_int64),
                ("impacts_jammed", c_int64),
                ("painleve", c_int64),
                ("painleve_time", c_double),
                ("painleve_a", (c_char * 160)),
                ("painleve_b", (c_char * 160)),
                ("audits", c_int64),
                ("missed", c_double),
                ("missed_share", c_double),
                ("missed_time", c_double),
                ("missed_a", (c_char * 160)),
                ("missed_b", (c_char * 160))]


class abut_array(Structure):
    _fields_ = [("data", c_void_p),
                ("count", c_int64),
                ("stride", c_int64)]


class abut_world_arrays(Structure):
    _fields_ = [("centre", abut_array),
                ("orientation", abut_array),
                ("velocity", abut_array),
                ("angular_velocity", abut_array),
                ("force", abut_array),
                ("torque", abut_array),
                ("contact_a", abut_array),
                ("contact_b", abut_array),
                ("contact_point", abut_array),
                ("contact_normal", abut_array),
                ("contact_gap", abut_array),
                ("contact_force", abut_array),
                ("contact_normal_force", abut_array),
                ("collider_body", abut_array)]


class abut_body(Structure):
    _fields_ = [("slot", c_uint32),
                ("generation", c_uint32)]


class abut_collider_def(Structure):
    _fields_ = [("size", c_uint32),
                ("name", c_char_p),
                ("shape", c_int32),
                ("material", c_int32),
                ("no_contact", c_bool),
                ("hidden", c_bool),
                ("position", abut_v3),
                ("orientation", abut_quat)]


class abut_body_def(Structure):
    _fields_ = [("size", c_uint32),
                ("name", c_char_p),
                ("number", c_int64),
                ("shape", c_int32),
                ("material", c_int32),
                ("fixed", c_bool),
                ("no_contact", c_bool),
                ("hidden", c_bool),
                ("position", abut_v3),
                ("orientation", abut_quat),
                ("velocity", abut_v3),
                ("angular_velocity", abut_v3),
                ("mass", c_double),
                ("inertia", abut_v3),
                ("force", abut_v3),
                ("torque", abut_v3),
                ("colliders", POINTER(abut_collider_def)),
                ("ncollider", c_int64)]


class abut_body_state(Structure):
    _fields_ = [("position", abut_v3),
                ("orientation", abut_quat),
                ("centre", abut_v3),
                ("velocity", abut_v3),
                ("angular_velocity", abut_v3),
                ("force", abut_v3),
                ("torque", abut_v3),
                ("mass", c_double)]


class abut_compared_run(Structure):
    _fields_ = [("name", c_char_p),
                ("value", POINTER(c_char_p)),
                ("folder", c_char_p),
                ("state", c_char_p),
                ("reason", c_char_p),
                ("report", c_char_p),
                ("cpu", c_double)]


class abut_comparison(Structure):
    _fields_ = [("size", c_uint32),
                ("title", c_char_p),
                ("key", POINTER(c_char_p)),
                ("key_count", c_int32),
                ("run", POINTER(abut_compared_run)),
                ("run_count", c_int64),
                ("reference", c_int64),
                ("body", POINTER(c_char_p)),
                ("body_count", c_int32),
                ("page_bytes", c_int64)]


class abut_cones_def(Structure):
    _fields_ = [("size", c_uint32),
                ("contacts", c_int64),
                ("friction", POINTER(c_double)),
                ("velocity", POINTER(c_double)),
                ("entries", c_int64),
                ("row", POINTER(c_int32)),
                ("column", POINTER(c_int32)),
                ("value", POINTER(c_double))]


class abut_cones_options(Structure):
    _fields_ = [("size", c_uint32),
                ("solver", c_char_p),
                ("tolerance", c_double),
                ("energy", c_bool),
                ("max_iterations", c_int64),
                ("relax", c_bool),
                ("penalty", c_double)]


class abut_cones_report(Structure):
    _fields_ = [("natural", c_double),
                ("energy", c_double),
                ("worst", c_int64),
                ("iterations", c_int64),
                ("factorizations", c_int64),
                ("solver", c_char_p)]


class abut_contact(Structure):
    _fields_ = [("a", abut_body),
                ("b", abut_body),
                ("collider_a", c_int32),
                ("collider_b", c_int32),
                ("point", abut_v3),
                ("normal", abut_v3),
                ("gap", c_double),
                ("force", abut_v3),
                ("normal_force", c_double)]


class abut_joint_def(Structure):
    _fields_ = [("size", c_uint32),
                ("name", c_char_p),
                ("kind", c_char_p),
                ("a", abut_body),
                ("b", abut_body),
                ("frame_a", abut_frame),
                ("frame_b", abut_frame),
                ("parameters", POINTER(abut_parameter)),
                ("parameter_count", c_int32),
                ("collide", c_bool)]


class abut_joint_state(Structure):
    _fields_ = [("point", abut_v3),
                ("force", abut_v3),
                ("torque", abut_v3),
                ("coordinates", c_int32),
                ("coordinate", (c_double * 3)),
                ("speed", (c_double * 3))]


class abut_effort(Structure):
    _fields_ = [("elastic", c_double),
                ("damping", c_double),
                ("friction", c_double),
                ("work", c_double),
                ("stored", c_double)]


class abut_force_def(Structure):
    _fields_ = [("size", c_uint32),
                ("name", c_char_p),
                ("kind", c_char_p),
                ("along", c_char_p),
                ("a", abut_body),
                ("b", abut_body),
                ("frame_a", abut_frame),
                ("frame_b", abut_frame),
                ("parameters", POINTER(abut_parameter)),
                ("parameter_count", c_int32),
                ("lists", POINTER(abut_list_parameter)),
                ("list_count", c_int32),
                ("act", CFUNCTYPE(VOID, c_void_p, c_double, c_double, c_double, POINTER(abut_effort))),
                ("act_user", c_void_p)]


class abut_force_state(Structure):
    _fields_ = [("coordinate", c_double),
                ("effort", c_double)]


class abut_control_def(Structure):
    _fields_ = [("size", c_uint32),
                ("name", c_char_p),
                ("inputs", POINTER(c_int64)),
                ("outputs", POINTER(c_int64)),
                ("input_count", c_int32),
                ("output_count", c_int32),
                ("target", POINTER(c_double)),
                ("gain", POINTER(c_double)),
                ("rate_gain", POINTER(c_double)),
                ("integral_gain", POINTER(c_double)),
                ("limit", c_double)]


class abut_frame_array(Structure):
    _fields_ = [("name", c_char_p),
                ("unit", c_char_p),
                ("type", c_int),
                ("columns", c_int32),
                ("array", abut_array)]


class abut_mesh_report(Structure):
    _fields_ = [("vertices", c_int64),
                ("triangles", c_int64),
                ("welded", c_int64),
                ("unused_vertices", c_int64),
                ("boundary_edges", c_int64),
                ("holes", c_int64),
                ("nonmanifold_edges", c_int64),
                ("flipped_edges", c_int64),
                ("duplicate_triangles", c_int64),
                ("degenerate_triangles", c_int64),
                ("components", c_int64),
                ("self_intersections", c_int64),
                ("intersections_complete", c_bool),
                ("closed", c_bool),
                ("inverted", c_bool),
                ("low", abut_v3),
                ("high", abut_v3)]


class abut_mesh_repairs(Structure):
    _fields_ = [("welded", c_int64),
                ("degenerate_triangles", c_int64),
                ("duplicate_triangles", c_int64),
                ("reoriented_triangles", c_int64),
                ("capped_holes", c_int64),
                ("open_edges", c_int64),
                ("nonmanifold_edges", c_int64),
                ("inverted", c_bool)]


class abut_mass_properties(Structure):
    _fields_ = [("volume", c_double),
                ("area", c_double),
                ("centroid", abut_v3),
                ("inertia_centroid", ((c_double * 3) * 3)),
                ("inertia_origin", ((c_double * 3) * 3)),
                ("principal_moments", (c_double * 3)),
                ("principal_axes", abut_quat),
                ("equivalent_radius", c_double)]


class abut_gap_result(Structure):
    _fields_ = [("gap", c_double),
                ("normal", abut_v3),
                ("on_a", abut_v3),
                ("on_b", abut_v3)]


class abut_image(Structure):
    _fields_ = [("width", c_int32),
                ("height", c_int32),
                ("rgb", POINTER(c_uint8))]


class abut_text(Structure):
    _fields_ = [("cx", c_void_p),
                ("data", c_void_p),
                ("size", c_int64),
                ("capacity", c_int64),
                ("status", c_int)]


class abut_diagnostic(Structure):
    _fields_ = [("code", (c_char * 8)),
                ("error", c_bool),
                ("file", c_char_p),
                ("line", c_int64),
                ("column", c_int64),
                ("message", c_char_p),
                ("source", c_char_p)]


class abut_scene_options(Structure):
    _fields_ = [("set", POINTER(c_char_p)),
                ("set_count", c_int),
                ("allow_outside", c_bool)]


class abut_explanation(Structure):
    _fields_ = [("code", c_char_p),
                ("name", c_char_p),
                ("brief", c_char_p),
                ("more", c_char_p)]


class abut_probe_state(Structure):
    _fields_ = [("name", c_char_p),
                ("column", (c_char_p * 12)),
                ("value", (c_double * 12)),
                ("columns", c_int)]


class abut_impact_body(Structure):
    _fields_ = [("name", c_char_p),
                ("mass", c_double),
                ("inertia", abut_v3),
                ("orientation", abut_quat),
                ("position", abut_v3),
                ("velocity", abut_v3),
                ("spin", abut_v3)]


class abut_impact_contact(Structure):
    _fields_ = [("name", c_char_p),
                ("a", c_int32),
                ("b", c_int32),
                ("point", abut_v3),
                ("normal", abut_v3),
                ("tangent", abut_v3),
                ("friction", c_double),
                ("restitution", c_double),
                ("stiffness", c_double),
                ("law", c_char_p)]


class abut_impact_point(Structure):
    _fields_ = [("contact", c_int64),
                ("velocity", (c_double * 3)),
                ("impulse", (c_double * 3)),
                ("normal_work", c_double),
                ("tangent_work", c_double),
                ("motion", c_int),
                ("expands", c_bool)]


class abut_impact_def(Structure):
    _fields_ = [("size", c_uint32),
                ("bodies", c_int64),
                ("contacts", c_int64),
                ("body", POINTER(abut_impact_body)),
                ("contact", POINTER(abut_impact_contact)),
                ("mobility", POINTER(c_double)),
                ("velocity", POINTER(c_double)),
                ("law", c_char_p),
                ("order", c_char_p),
                ("guard", c_bool),
                ("watch", CFUNCTYPE(VOID, c_void_p, POINTER(abut_impact_point))),
                ("watch_user", c_void_p)]


class abut_impact_end(Structure):
    _fields_ = [("before", (c_double * 3)),
                ("after", (c_double * 3)),
                ("impulse", (c_double * 3)),
                ("normal_work", c_double),
                ("tangent_work", c_double),
                ("compression_impulse", c_double),
                ("compression_work", c_double),
                ("jammed", c_bool)]


class abut_impact_report(Structure):
    _fields_ = [("energy", c_double),
                ("gain", c_double),
                ("share", c_double),
                ("guarded", c_bool),
                ("fell_back", c_bool),
                ("completed", c_bool),
                ("jammed", c_bool)]


class abut_import_options(Structure):
    _fields_ = [("size", c_uint32),
                ("scene", c_char_p),
                ("free_base", c_bool),
                ("self_collision", c_bool)]


class abut_import_summary(Structure):
    _fields_ = [("format", c_char_p),
                ("bodies", c_int64),
                ("links", c_int64),
                ("unsupported", c_int64)]


class abut_material_def(Structure):
    _fields_ = [("size", c_uint32),
                ("name", c_char_p),
                ("density", c_double),
                ("young", c_double),
                ("poisson", c_double),
                ("restitution", c_double),
                ("friction", c_double),
                ("sliding_friction", c_double),
                ("cohesion", c_double),
                ("rolling_friction", c_double)]


class abut_elastic(Structure):
    _fields_ = [("force", c_double),
                ("energy", c_double),
                ("stiffness", c_double),
                ("tangent_stiffness", c_double)]


class abut_pair_def(Structure):
    _fields_ = [("size", c_uint32),
                ("a", c_int32),
                ("b", c_int32),
                ("apart", c_bool),
                ("normal_law", c_char_p),
                ("damping", c_char_p),
                ("friction_law", c_char_p),
                ("rolling_law", c_char_p),
                ("cohesion_law", c_char_p),
                ("impact", c_char_p),
                ("geometry", c_char_p),
                ("parameters", POINTER(abut_parameter)),
                ("parameter_count", c_int32),
                ("area", c_double),
                ("restitution", c_double),
                ("friction", c_double),
                ("cohesion", c_double),
                ("rolling_friction", c_double),
                ("elastic", CFUNCTYPE(VOID, c_void_p, c_double, c_double, POINTER(abut_elastic))),
                ("elastic_user", c_void_p)]


class abut_ncp_def(Structure):
    _fields_ = [("size", c_uint32),
                ("n", c_int64),
                ("free", POINTER(c_bool)),
                ("evaluate", CFUNCTYPE(c_bool, c_void_p, POINTER(c_double), POINTER(c_double), POINTER(c_double))),
                ("watch", CFUNCTYPE(VOID, c_void_p, POINTER(c_double), c_double)),
                ("user", c_void_p),
                ("tolerance", c_double),
                ("max_iterations", c_int64)]


class abut_ncp_report(Structure):
    _fields_ = [("residual", c_double),
                ("iterations", c_int64),
                ("evaluations", c_int64),
                ("gradients", c_int64)]


class abut_overlap_result(Structure):
    _fields_ = [("overlap", c_bool),
                ("volume", c_double),
                ("centroid", abut_v3),
                ("area", abut_v3),
                ("moment", abut_v3),
                ("point", abut_v3),
                ("normal", abut_v3)]


class abut_progress(Structure):
    _fields_ = [("time", c_double),
                ("end", c_double),
                ("step", c_int64),
                ("steps", c_int64),
                ("bodies", c_int64),
                ("contacts", c_int64),
                ("deepest", c_double),
                ("wall", c_double),
                ("steps_per_second", c_double)]


class abut_run_options(Structure):
    _fields_ = [("size", c_uint32),
                ("scene", c_char_p),
                ("out", c_char_p),
                ("resume", c_bool),
                ("overwrite", c_bool),
                ("scene_options", abut_scene_options),
                ("checkpoint_interval", c_double),
                ("checkpoint_steps", c_int64),
                ("problems", c_char_p),
                ("problems_every", c_int64),
                ("picture_width", c_int32),
                ("picture_height", c_int32),
                ("report_bytes", c_int64),
                ("controlled", c_bool),
                ("progress", CFUNCTYPE(c_bool, c_void_p, POINTER(abut_progress))),
                ("progress_user", c_void_p),
                ("diagnostic", CFUNCTYPE(VOID, c_void_p, POINTER(abut_diagnostic))),
                ("diagnostic_user", c_void_p)]


class abut_check(Structure):
    _fields_ = [("name", c_char_p),
                ("what", c_char_p),
                ("hint", c_char_p),
                ("value", c_double),
                ("limit", c_double),
                ("pass", c_bool),
                ("detail", (c_char * 480))]


class abut_run_summary(Structure):
    _fields_ = [("progress", abut_progress),
                ("energy", abut_energy),
                ("deepest_ever", c_double),
                ("worst", abut_residuals),
                ("watch", abut_watch),
                ("smallest_radius", c_double),
                ("checks", c_int32),
                ("failed", c_int32),
                ("check", (abut_check * 12)),
                ("hash", c_uint64),
                ("frames", c_int64),
                ("finished", c_bool),
                ("report", c_bool)]


class abut_press_exact(Structure):
    _fields_ = [("force", c_double),
                ("approach", c_double),
                ("area", c_double),
                ("mean_gap", c_double),
                ("max_pressure", c_double),
                ("energy", c_double),
                ("stiffness", c_double)]


class abut_press_load(Structure):
    _fields_ = [("force", c_double),
                ("pressure", c_double),
                ("approach", c_double),
                ("area", c_double),
                ("share", c_double),
                ("perimeter", c_double),
                ("mean_gap", c_double),
                ("max_pressure", c_double),
                ("energy", c_double),
                ("work", c_double),
                ("stiffness", c_double),
                ("yielding_area", c_double),
                ("tangential", c_double),
                ("stick_area", c_double),
                ("overlap", c_double),
                ("pull", c_double),
                ("distance", c_double),
                ("product", c_double),
                ("exact", abut_press_exact),
                ("iterations", c_int64),
                ("convolutions", c_int64)]


class abut_press_options(Structure):
    _fields_ = [("size", c_uint32),
                ("scene", c_char_p),
                ("out", c_char_p),
                ("overwrite", c_bool),
                ("scene_options", abut_scene_options),
                ("law", c_char_p),
                ("picture_width", c_int32),
                ("report", c_bool),
                ("solved", CFUNCTYPE(c_bool, c_void_p, c_int64, c_int64, POINTER(abut_press_load))),
                ("solved_user", c_void_p),
                ("diagnostic", CFUNCTYPE(VOID, c_void_p, POINTER(abut_diagnostic))),
                ("diagnostic_user", c_void_p),
                ("json", POINTER(abut_text))]


class abut_press_summary(Structure):
    _fields_ = [("columns", c_int64),
                ("rows", c_int64),
                ("loads", c_int64),
                ("last", abut_press_load),
                ("exact", c_char_p),
                ("checks", c_int32),
                ("failed", c_int32),
                ("check", (abut_check * 12)),
                ("hash", c_uint64)]


class abut_ray_hit(Structure):
    _fields_ = [("body", abut_body),
                ("collider", c_int32),
                ("distance", c_double),
                ("point", abut_v3),
                ("normal", abut_v3)]


class abut_nearest(Structure):
    _fields_ = [("distance", c_double),
                ("point_a", abut_v3),
                ("point_b", abut_v3),
                ("normal", abut_v3),
                ("collider_a", c_int32),
                ("collider_b", c_int32)]


class abut_touch(Structure):
    _fields_ = [("a", abut_body),
                ("b", abut_body)]


class abut_recorder_def(Structure):
    _fields_ = [("size", c_uint32),
                ("out", c_char_p),
                ("overwrite", c_bool),
                ("scene", c_void_p),
                ("title", c_char_p),
                ("end", c_double),
                ("frame_interval", c_double),
                ("history_interval", c_double),
                ("probe_interval", c_double),
                ("picture_width", c_int32),
                ("picture_height", c_int32),
                ("report_bytes", c_int64)]


class abut_run_info(Structure):
    _fields_ = [("scene", c_void_p),
                ("set", POINTER(c_void_p)),
                ("set_count", c_int32),
                ("begun", c_bool),
                ("finished", c_bool),
                ("step", c_int64),
                ("time", c_double),
                ("frames", c_int64),
                ("rows", c_int64),
                ("deepest", c_double)]


class abut_export_summary(Structure):
    _fields_ = [("frames", c_int64),
                ("files", c_int64)]


class abut_plot_options(Structure):
    _fields_ = [("size", c_uint32),
                ("title", c_char_p),
                ("from", c_double),
                ("to", c_double),
                ("width", c_int32),
                ("height", c_int32),
                ("x", c_char_p),
                ("smooth", c_double),
                ("unit", POINTER(c_char_p)),
                ("unit_count", c_int32)]


class abut_statistics(Structure):
    _fields_ = [("name", c_char_p),
                ("unit", c_char_p),
                ("rows", c_int64),
                ("min", c_double),
                ("min_at", c_double),
                ("max", c_double),
                ("max_at", c_double),
                ("mean", c_double),
                ("rms", c_double),
                ("first", c_double),
                ("last", c_double)]


class abut_render_options(Structure):
    _fields_ = [("size", c_uint32),
                ("width", c_int32),
                ("height", c_int32),
                ("colouring", c_int),
                ("max", c_double),
                ("arrows", c_bool),
                ("walls", c_bool),
                ("legend", c_bool),
                ("azimuth", c_double),
                ("elevation", c_double),
                ("zoom", c_double),
                ("look_at", c_char_p),
                ("glass", POINTER(c_char_p)),
                ("glass_count", c_int)]


class abut_sdf_options(Structure):
    _fields_ = [("size", c_uint32),
                ("cells", c_int64),
                ("cell", c_double),
                ("error", c_double),
                ("band", c_int),
                ("compact", c_bool),
                ("allow_leaks", c_bool),
                ("memory_limit", c_int64),
                ("cache", c_char_p),
                ("cache_limit", c_int64)]


class abut_sdf_report(Structure):
    _fields_ = [("welded", c_int64),
                ("degenerate_triangles", c_int64),
                ("duplicate_triangles", c_int64),
                ("reoriented_triangles", c_int64),
                ("capped_holes", c_int64),
                ("open_edges", c_int64),
                ("nonmanifold_edges", c_int64),
                ("inverted", c_bool),
                ("origin", abut_v3),
                ("cell", c_double),
                ("cells", (c_int64 * 3)),
                ("bricks", c_int64),
                ("bytes", c_int64),
                ("edges", c_int64),
                ("violations", c_int64),
                ("worst_violation", c_double),
                ("worst_place", abut_v3),
                ("leaking_samples", c_int64),
                ("from_cache", c_bool)]


class abut_sdf_nearest(Structure):
    _fields_ = [("distance", c_double),
                ("point", abut_v3),
                ("triangle", c_int64)]


class abut_sdf_errors(Structure):
    _fields_ = [("points", c_int64),
                ("mean", c_double),
                ("largest", c_double),
                ("normal_mean", c_double),
                ("wrong_side", c_int64)]


class abut_search_timing(Structure):
    _fields_ = [("name", c_char_p),
                ("points", c_int64),
                ("triangles", c_int64),
                ("contacts", c_int64),
                ("nearest", c_double),
                ("brute", c_double),
                ("octree", c_double),
                ("tree", c_double)]


class abut_entry(Structure):
    _fields_ = [("name", c_char_p),
                ("help", c_char_p)]


FUNCTIONS = {
    "abut_animation_add": (c_int, (c_void_p, POINTER(abut_image))),
    "abut_animation_close": (c_int, (c_void_p, c_int)),
    "abut_animation_open": (c_int, (c_void_p, c_char_p, c_int32, c_int32, c_int64, c_int64, POINTER(c_void_p))),
    "abut_body_add": (c_int, (c_void_p, POINTER(abut_body_def), POINTER(abut_body))),
    "abut_body_apply_impulse": (c_int, (c_void_p, abut_body, abut_v3, abut_v3)),
    "abut_body_at": (abut_body, (c_void_p, c_int64)),
    "abut_body_count": (c_int64, (c_void_p,)),
    "abut_body_default": (abut_body_def, ()),
    "abut_body_distance": (c_int, (c_void_p, abut_body, abut_body, POINTER(abut_nearest))),
    "abut_body_find": (c_int, (c_void_p, c_char_p, POINTER(abut_body))),
    "abut_body_get": (c_int, (c_void_p, abut_body, POINTER(abut_body_state))),
    "abut_body_index": (c_int64, (c_void_p, abut_body)),
    "abut_body_label": (c_int, (c_void_p, abut_body, c_char_p)),
    "abut_body_principal_frame": (c_int, (c_void_p, abut_body, POINTER(abut_frame))),
    "abut_body_remove": (c_int, (c_void_p, abut_body)),
    "abut_body_set_force": (c_int, (c_void_p, abut_body, abut_v3, abut_v3)),
    "abut_body_set_pose": (c_int, (c_void_p, abut_body, abut_v3, abut_quat)),
    "abut_body_set_velocity": (c_int, (c_void_p, abut_body, abut_v3, abut_v3)),
    "abut_bytes_free": (VOID, (c_void_p, POINTER(abut_bytes))),
    "abut_collider_count": (c_int64, (c_void_p, abut_body)),
    "abut_collider_default": (abut_collider_def, ()),
    "abut_collider_label": (c_int, (c_void_p, abut_body, c_int64, c_char_p)),
    "abut_comparison_default": (abut_comparison, ()),
    "abut_comparison_write": (c_int, (c_void_p, POINTER(abut_comparison), c_char_p, POINTER(c_bool))),
    "abut_cone_project": (VOID, (c_double, POINTER(c_double))),
    "abut_cones_count": (c_int64, (c_void_p,)),
    "abut_cones_create": (c_int, (c_void_p, POINTER(abut_cones_def), POINTER(c_void_p))),
    "abut_cones_default": (abut_cones_options, ()),
    "abut_cones_destroy": (VOID, (c_void_p,)),
    "abut_cones_load": (c_int, (c_void_p, c_char_p, POINTER(c_void_p))),
    "abut_cones_problem": (abut_cones_def, ()),
    "abut_cones_save": (c_int, (c_void_p, c_char_p, POINTER(c_double), POINTER(c_double))),
    "abut_cones_solve": (c_int, (c_void_p, POINTER(abut_cones_options), POINTER(c_double), POINTER(c_double), POINTER(abut_cones_report))),
    "abut_config_default": (abut_config, ()),
    "abut_contact_count": (c_int64, (c_void_p,)),
    "abut_contact_get": (abut_contact, (c_void_p, c_int64)),
    "abut_context_create": (c_int, (POINTER(abut_config), POINTER(c_void_p))),
    "abut_context_destroy": (VOID, (c_void_p,)),
    "abut_context_fail": (c_int, (c_void_p, c_int, c_char_p)),
    "abut_context_message": (c_char_p, (c_void_p,)),
    "abut_control_add": (c_int, (c_void_p, POINTER(abut_control_def), POINTER(c_int32))),
    "abut_control_count": (c_int64, (c_void_p,)),
    "abut_control_default": (abut_control_def, ()),
    "abut_control_set_target": (c_int, (c_void_p, c_int64, POINTER(c_double))),
    "abut_diagnostic_text": (VOID, (POINTER(abut_diagnostic), POINTER(abut_text))),
    "abut_energy_term_count": (c_int64, ()),
    "abut_energy_term_get": (abut_energy_term, (POINTER(abut_energy), c_int64)),
    "abut_file_fail": (c_int, (c_void_p, c_char_p, c_char_p, c_int)),
    "abut_file_find": (c_int, (c_void_p, c_char_p, POINTER(c_int))),
    "abut_file_read": (c_int, (c_void_p, c_char_p, c_int64, POINTER(abut_bytes))),
    "abut_file_remove": (c_int, (c_void_p, c_char_p)),
    "abut_file_replace": (c_int, (c_void_p, c_char_p, c_void_p, c_int64)),
    "abut_force_add": (c_int, (c_void_p, POINTER(abut_force_def), POINTER(c_int32))),
    "abut_force_count": (c_int64, (c_void_p,)),
    "abut_force_default": (abut_force_def, ()),
    "abut_force_find": (c_int, (c_void_p, c_char_p, POINTER(c_int64))),
    "abut_force_get": (abut_force_state, (c_void_p, c_int64)),
    "abut_force_remove": (c_int, (c_void_p, c_int64)),
    "abut_force_set_target": (c_int, (c_void_p, c_int64, c_double, c_double, c_double)),
    "abut_frame_at": (c_int, (c_void_p, abut_body, abut_v3, abut_v3, abut_v3, POINTER(abut_frame))),
    "abut_frames_count": (c_int64, (c_void_p,)),
    "abut_frames_destroy": (VOID, (c_void_p,)),
    "abut_frames_label": (c_char_p, (c_void_p, c_int64)),
    "abut_frames_label_count": (c_int64, (c_void_p,)),
    "abut_frames_open": (c_int, (c_void_p, c_char_p, POINTER(c_void_p))),
    "abut_frames_read": (c_int, (c_void_p, c_int64, c_int, POINTER(abut_frame_array), POINTER(c_int32))),
    "abut_frames_time": (c_double, (c_void_p, c_int64)),
    "abut_gap": (c_int, (c_void_p, c_int32, POINTER(abut_frame), c_int32, POINTER(abut_frame), POINTER(abut_v3), POINTER(abut_gap_result))),
    "abut_image_alloc": (c_int, (c_void_p, c_int32, c_int32, POINTER(abut_image))),
    "abut_image_free": (VOID, (c_void_p, POINTER(abut_image))),
    "abut_image_write_png": (c_int, (c_void_p, POINTER(abut_image), c_char_p)),
    "abut_impact_load": (c_int, (c_void_p, c_char_p, POINTER(abut_scene_options), POINTER(c_void_p))),
    "abut_impact_problem": (abut_impact_def, ()),
    "abut_impact_solve": (c_int, (c_void_p, POINTER(abut_impact_def), POINTER(abut_impact_end), POINTER(abut_impact_body), POINTER(abut_impact_report))),
    "abut_import": (c_int, (c_void_p, c_char_p, POINTER(abut_import_options), POINTER(abut_text), POINTER(abut_import_summary))),
    "abut_import_default": (abut_import_options, ()),
    "abut_integer_read": (c_int64, (c_char_p, c_int64, POINTER(c_int64))),
    "abut_joint_add": (c_int, (c_void_p, POINTER(abut_joint_def), POINTER(c_int32))),
    "abut_joint_count": (c_int64, (c_void_p,)),
    "abut_joint_default": (abut_joint_def, ()),
    "abut_joint_find": (c_int, (c_void_p, c_char_p, POINTER(c_int64))),
    "abut_joint_get": (abut_joint_state, (c_void_p, c_int64)),
    "abut_joint_remove": (c_int, (c_void_p, c_int64)),
    "abut_joint_set_drive": (c_int, (c_void_p, c_int64, c_double, c_double)),
    "abut_material_add": (c_int, (c_void_p, POINTER(abut_material_def), POINTER(c_int32))),
    "abut_material_count": (c_int32, (c_void_p,)),
    "abut_material_default": (abut_material_def, ()),
    "abut_material_find": (c_int, (c_void_p, c_char_p, POINTER(c_int32))),
    "abut_material_get": (c_int, (c_void_p, c_int32, POINTER(abut_material_def))),
    "abut_material_set": (c_int, (c_void_p, c_int32, POINTER(abut_material_def))),
    "abut_mesh_create": (c_int, (c_void_p, POINTER(abut_v3), c_int64, POINTER(c_int32), c_int64, POINTER(c_void_p))),
    "abut_mesh_destroy": (VOID, (c_void_p,)),
    "abut_mesh_inspect": (c_int, (c_void_p, POINTER(abut_mesh_report))),
    "abut_mesh_load": (c_int, (c_void_p, c_char_p, c_double, POINTER(c_void_p))),
    "abut_mesh_make_convex": (c_int, (c_void_p,)),
    "abut_mesh_mass": (abut_mass_properties, (c_void_p,)),
    "abut_mesh_remove_nested": (c_int, (c_void_p, POINTER(c_int64))),
    "abut_mesh_repair": (c_int, (c_void_p, c_bool, POINTER(abut_mesh_repairs))),
    "abut_mesh_scale": (c_int, (c_void_p, abut_v3)),
    "abut_mesh_shift": (c_int, (c_void_p, abut_v3)),
    "abut_mesh_simplify": (c_int, (c_void_p, c_int64, POINTER(c_double))),
    "abut_mesh_time_search": (c_int, (c_void_p, c_int64, POINTER(abut_search_timing))),
    "abut_mesh_weld": (c_int, (c_void_p, c_double, POINTER(c_int64), POINTER(c_int64))),
    "abut_mesh_write": (c_int, (c_void_p, c_char_p)),
    "abut_ncp_problem": (abut_ncp_def, ()),
    "abut_ncp_solve": (c_int, (c_void_p, POINTER(abut_ncp_def), POINTER(c_double), POINTER(abut_ncp_report))),
    "abut_number_read": (c_int64, (c_char_p, c_int64, POINTER(c_double))),
    "abut_number_write": (c_int, (c_char_p, c_double)),
    "abut_page": (c_char_p, (POINTER(c_int64),)),
    "abut_pair_default": (abut_pair_def, ()),
    "abut_pair_set": (c_int, (c_void_p, POINTER(abut_pair_def))),
    "abut_plot_choose": (c_int, (c_void_p, c_char_p)),
    "abut_plot_curve_count": (c_int64, (c_void_p,)),
    "abut_plot_default": (abut_plot_options, ()),
    "abut_plot_destroy": (VOID, (c_void_p,)),
    "abut_plot_list": (c_int, (c_void_p, POINTER(abut_text))),
    "abut_plot_open": (c_int, (c_void_p, POINTER(c_char_p), c_int, POINTER(c_void_p))),
    "abut_plot_statistics": (c_int, (c_void_p, POINTER(abut_plot_options), c_int64, POINTER(abut_statistics))),
    "abut_plot_write": (c_int, (c_void_p, POINTER(abut_plot_options), c_char_p)),
    "abut_polyhedron_destroy": (VOID, (c_void_p,)),
    "abut_polyhedron_from_mesh": (c_int, (c_void_p, POINTER(c_void_p))),
    "abut_polyhedron_from_points": (c_int, (c_void_p, POINTER(abut_v3), c_int64, POINTER(c_void_p))),
    "abut_polyhedron_hull_of_mesh": (c_int, (c_void_p, POINTER(c_void_p))),
    "abut_polyhedron_overlap": (c_int, (c_void_p, POINTER(abut_frame), c_void_p, POINTER(abut_frame), c_int, POINTER(abut_overlap_result))),
    "abut_press": (c_int, (c_void_p, POINTER(abut_press_options), POINTER(abut_press_summary))),
    "abut_press_default": (abut_press_options, ()),
    "abut_quantity_read": (c_int, (c_void_p, c_char_p, c_char_p, POINTER(c_double))),
    "abut_recorder_create": (c_int, (c_void_p, POINTER(abut_recorder_def), POINTER(c_void_p))),
    "abut_recorder_default": (abut_recorder_def, ()),
    "abut_recorder_destroy": (VOID, (c_void_p,)),
    "abut_recorder_finish": (c_int, (c_void_p, POINTER(abut_run_summary))),
    "abut_recorder_step": (c_int, (c_void_p,)),
    "abut_recording_bytes": (c_char_p, (c_void_p, POINTER(c_int64))),
    "abut_recording_create": (c_int, (c_void_p, POINTER(c_void_p))),
    "abut_recording_destroy": (VOID, (c_void_p,)),
    "abut_recording_extend": (c_int, (c_void_p, c_char_p)),
    "abut_recording_frame_count": (c_int64, (c_void_p,)),
    "abut_recording_histories": (c_int, (c_void_p, c_char_p)),
    "abut_render_consider": (c_int, (c_void_p, c_int64)),
    "abut_render_default": (abut_render_options, ()),
    "abut_render_destroy": (VOID, (c_void_p,)),
    "abut_render_draw": (c_int, (c_void_p, c_int64, POINTER(POINTER(abut_image)))),
    "abut_render_frame_at": (c_int64, (c_void_p, c_double)),
    "abut_render_frame_count": (c_int64, (c_void_p,)),
    "abut_render_frame_time": (c_double, (c_void_p, c_int64)),
    "abut_render_open": (c_int, (c_void_p, c_char_p, POINTER(abut_render_options), POINTER(c_void_p))),
    "abut_run": (c_int, (c_void_p, POINTER(abut_run_options), POINTER(abut_run_summary))),
    "abut_run_default": (abut_run_options, ()),
    "abut_run_export": (c_int, (c_void_p, c_char_p, c_int, POINTER(abut_export_summary))),
    "abut_run_info_free": (VOID, (c_void_p, POINTER(abut_run_info))),
    "abut_run_info_read": (c_int, (c_void_p, c_char_p, POINTER(abut_run_info))),
    "abut_run_summary_json": (c_int, (POINTER(abut_run_summary), c_bool, POINTER(abut_text))),
    "abut_scene_destroy": (VOID, (c_void_p,)),
    "abut_scene_diagnostic_count": (c_int64, (c_void_p,)),
    "abut_scene_diagnostic_get": (abut_diagnostic, (c_void_p, c_int64)),
    "abut_scene_explain": (POINTER(abut_explanation), (c_char_p,)),
    "abut_scene_explanation": (POINTER(abut_explanation), (c_int64,)),
    "abut_scene_extend": (c_int, (c_void_p, c_char_p, c_char_p, c_int64, POINTER(abut_scene_options))),
    "abut_scene_help": (c_int, (c_char_p, POINTER(abut_text))),
    "abut_scene_impact": (POINTER(abut_impact_def), (c_void_p,)),
    "abut_scene_load": (c_int, (c_void_p, c_char_p, POINTER(abut_scene_options), POINTER(c_void_p))),
    "abut_scene_load_any": (c_int, (c_void_p, c_char_p, POINTER(abut_scene_options), POINTER(c_void_p))),
    "abut_scene_parse": (c_int, (c_void_p, c_char_p, c_char_p, c_int64, POINTER(abut_scene_options), POINTER(c_void_p))),
    "abut_scene_probe_count": (c_int64, (c_void_p,)),
    "abut_scene_probe_get": (abut_probe_state, (c_void_p, c_int64)),
    "abut_scene_report": (c_int, (c_void_p, c_int, POINTER(abut_text))),
    "abut_scene_schema": (c_int, (POINTER(abut_text),)),
    "abut_scene_study": (c_char_p, (c_void_p,)),
    "abut_scene_world": (c_void_p, (c_void_p,)),
    "abut_sdf_build": (c_int, (c_void_p, POINTER(abut_sdf_options), POINTER(c_void_p))),
    "abut_sdf_closest": (abut_sdf_nearest, (c_void_p, abut_v3)),
    "abut_sdf_default": (abut_sdf_options, ()),
    "abut_sdf_destroy": (VOID, (c_void_p,)),
    "abut_sdf_distance": (c_double, (c_void_p, abut_v3, POINTER(abut_v3))),
    "abut_sdf_distances": (c_int, (c_void_p, POINTER(abut_v3), c_int64, POINTER(c_double), POINTER(abut_v3))),
    "abut_sdf_measure": (c_int, (c_void_p, c_int, c_int64, POINTER(abut_sdf_errors))),
    "abut_sdf_ray": (c_double, (c_void_p, abut_v3, abut_v3, c_double)),
    "abut_sdf_report_get": (abut_sdf_report, (c_void_p,)),
    "abut_sdf_write_vti": (c_int, (c_void_p, c_char_p)),
    "abut_shape_add_box": (c_int, (c_void_p, abut_v3, POINTER(c_int32))),
    "abut_shape_add_capsule": (c_int, (c_void_p, c_double, c_double, POINTER(c_int32))),
    "abut_shape_add_cone": (c_int, (c_void_p, c_double, c_double, POINTER(c_int32))),
    "abut_shape_add_cylinder": (c_int, (c_void_p, c_double, c_double, POINTER(c_int32))),
    "abut_shape_add_ellipsoid": (c_int, (c_void_p, abut_v3, POINTER(c_int32))),
    "abut_shape_add_hull": (c_int, (c_void_p, POINTER(abut_v3), c_int64, POINTER(c_int32))),
    "abut_shape_add_mesh": (c_int, (c_void_p, c_void_p, POINTER(c_int32))),
    "abut_shape_add_plane": (c_int, (c_void_p, abut_v3, POINTER(c_int32))),
    "abut_shape_add_sphere": (c_int, (c_void_p, c_double, POINTER(c_int32))),
    "abut_shape_add_superellipsoid": (c_int, (c_void_p, abut_v3, c_double, c_double, POINTER(c_int32))),
    "abut_shape_set_detail": (c_int, (c_void_p, c_int32, c_double, c_double)),
    "abut_status_exit_code": (c_int, (c_int,)),
    "abut_status_name": (c_char_p, (c_int,)),
    "abut_status_text": (c_char_p, (c_int,)),
    "abut_table_count": (c_int64, (c_int,)),
    "abut_table_get": (abut_entry, (c_int, c_int64)),
    "abut_table_name": (c_char_p, (c_int,)),
    "abut_text_bytes": (VOID, (POINTER(abut_text), c_char_p, c_int64)),
    "abut_text_character": (c_int64, (c_char_p, c_int64, POINTER(c_bool))),
    "abut_text_format": (VOID, (POINTER(abut_text), c_char_p)),
    "abut_text_free": (VOID, (POINTER(abut_text),)),
    "abut_text_json_number": (VOID, (POINTER(abut_text), c_double)),
    "abut_text_json_string": (VOID, (POINTER(abut_text), c_char_p)),
    "abut_text_number": (VOID, (POINTER(abut_text), c_double)),
    "abut_text_put": (VOID, (POINTER(abut_text), c_char_p)),
    "abut_text_start": (abut_text, (c_void_p,)),
    "abut_text_status": (c_int, (POINTER(abut_text),)),
    "abut_text_string": (c_char_p, (POINTER(abut_text),)),
    "abut_touches_begun": (abut_touch, (c_void_p, c_int64)),
    "abut_touches_begun_count": (c_int64, (c_void_p,)),
    "abut_touches_create": (c_int, (c_void_p, POINTER(c_void_p))),
    "abut_touches_destroy": (VOID, (c_void_p,)),
    "abut_touches_ended": (abut_touch, (c_void_p, c_int64)),
    "abut_touches_ended_count": (c_int64, (c_void_p,)),
    "abut_touches_now": (abut_touch, (c_void_p, c_int64)),
    "abut_touches_now_count": (c_int64, (c_void_p,)),
    "abut_touches_update": (c_int, (c_void_p,)),
    "abut_unit_factor": (c_int, (c_void_p, c_char_p, c_char_p, POINTER(c_double))),
    "abut_version": (c_char_p, ()),
    "abut_word_matches": (c_bool, (c_char_p, c_char_p)),
    "abut_word_nearest": (c_char_p, (c_char_p, POINTER(c_char_p), c_int)),
    "abut_world_arrays_get": (c_int, (c_void_p, POINTER(abut_world_arrays))),
    "abut_world_audit": (c_int, (c_void_p,)),
    "abut_world_create": (c_int, (c_void_p, POINTER(abut_world_def), POINTER(c_void_p))),
    "abut_world_default": (abut_world_def, ()),
    "abut_world_destroy": (VOID, (c_void_p,)),
    "abut_world_dt": (c_double, (c_void_p,)),
    "abut_world_energy": (abut_energy, (c_void_p,)),
    "abut_world_hash": (c_uint64, (c_void_p,)),
    "abut_world_load": (c_int, (c_void_p, c_char_p, c_int64)),
    "abut_world_overlaps": (c_int, (c_void_p, c_int32, POINTER(abut_frame), POINTER(abut_body), c_int64, POINTER(c_int64))),
    "abut_world_ray": (c_int, (c_void_p, abut_v3, abut_v3, c_double, POINTER(abut_ray_hit))),
    "abut_world_refresh": (c_int, (c_void_p,)),
    "abut_world_residuals": (abut_residuals, (c_void_p,)),
    "abut_world_save": (c_int, (c_void_p, POINTER(abut_bytes))),
    "abut_world_set_gravity": (c_int, (c_void_p, abut_v3)),
    "abut_world_step": (c_int, (c_void_p,)),
    "abut_world_step_count": (c_int64, (c_void_p,)),
    "abut_world_time": (c_double, (c_void_p,)),
    "abut_world_watch": (abut_watch, (c_void_p,)),
}
