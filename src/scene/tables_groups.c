// Keys of generators, of the sizes of their members, and of regions.
#include "scene/tables.h"

// ---------------------------------------------------------------------------------------------------- sizes

static const ab_key CONSTANT[] = {
    {KEY(ab_constant_spec, diameter, AB_QUANTITY, "Of the ball of equal volume."), .unit = "m", .required = true,
     POSITIVE},
};
static const ab_schema_record constant = {RECORD(ab_constant_spec, "constant", "Members of one size.", CONSTANT),
                                          .shorthand = "diameter", .example = "size: {constant: 1 cm}"};

static const ab_key UNIFORM[] = {
    {KEY(ab_range_spec, min, AB_QUANTITY, "Smallest size."), .unit = "m", .required = true, POSITIVE},
    {KEY(ab_range_spec, max, AB_QUANTITY, "Largest size."), .unit = "m", .required = true, POSITIVE},
};
static const ab_schema_record uniform = {RECORD(ab_range_spec, "uniform", "Sizes spread evenly, by number.", UNIFORM),
                                         .example = "size: {uniform: {min: 5 mm, max: 1 cm}}"};

#define CUT_OFF                                                                                                        \
    {KEY(ab_normal_spec, min, AB_QUANTITY, "Smaller ones are left out."), .unit = "m", POSITIVE,                       \
     .note = "two deviations below"},                                                                                  \
    {                                                                                                                  \
        KEY(ab_normal_spec, max, AB_QUANTITY, "Larger ones are left out."), .unit = "m", POSITIVE,                     \
                                                                            .note = "two deviations above"             \
    }

static const ab_key NORMAL[] = {
    {.name = "mean",
     .help = "Mean size before cutting off.",
     .type = AB_QUANTITY,
     .offset = offsetof(ab_normal_spec, middle),
     .unit = "m",
     .required = true,
     POSITIVE},
    {KEY(ab_normal_spec, deviation, AB_QUANTITY, "Standard deviation."), .unit = "m", .required = true, POSITIVE},
    CUT_OFF,
};
static const ab_schema_record normal = {
    RECORD(ab_normal_spec, "normal", "Sizes by Gauss, by number, cut off on both sides.", NORMAL),
    .example = "size: {normal: {mean: 1 cm, deviation: 1 mm}}"};

static const ab_key LOGNORMAL[] = {
    {.name = "median",
     .help = "Half of all are smaller.",
     .type = AB_QUANTITY,
     .offset = offsetof(ab_normal_spec, middle),
     .unit = "m",
     .required = true,
     POSITIVE},
    {KEY(ab_normal_spec, deviation, AB_QUANTITY, "Standard deviation of the natural logarithm of the size."),
     .unit = "1", .required = true, POSITIVE},
    CUT_OFF,
};
static const ab_schema_record lognormal = {RECORD(ab_normal_spec, "lognormal",
                                                  "Sizes whose logarithm is normal, by number, cut off on both sides.",
                                                  LOGNORMAL),
                                           .example = "size: {lognormal: {median: 1 cm, deviation: 0.3, max: 2 cm}}"};

static const ab_key SIEVE[] = {
    {KEY(ab_sieve_spec, sizes, AB_QUANTITIES, "Openings of the sieves, ascending."), .unit = "m", .required = true,
     POSITIVE},
    {KEY(ab_sieve_spec, passing, AB_QUANTITIES,
         "Share of the mass that passes each, from 0 to 1; straight lines over the logarithm of the size "
         "between."),
     .unit = "1", .required = true, .low = 0, .high = 1},
};
static const ab_schema_record sieve = {RECORD(ab_sieve_spec, "sieve", "Sizes by a sieve curve, by mass.", SIEVE),
                                       .example = "size: {sieve: {sizes: [2 mm, 4 mm, 8 mm], passing: [0, 0.3, 1]}}"};

static const ab_schema_record *const SIZE_RECORDS[] = {&constant, &uniform, &normal, &lognormal, &sieve};
static const ab_alternatives SIZES = {SIZE_RECORDS, COUNT(SIZE_RECORDS)};

// --------------------------------------------------------------------------------------------------- groups

#define GROUP_NAME(help_)                                                                                              \
    { KEY(ab_group_spec, name, AB_STRING, help_), .required = true }
#define GROUP_SIZES                                                                                                    \
    {KEY(ab_group_spec, size, AB_ONE_OF,                                                                               \
         "Diameter of the ball of equal volume; the numbers of the shape then only tell its proportions."),            \
     .one = &SIZES, .note = "as the shape says"},                                                                      \
        {KEY(ab_group_spec, variety, AB_INTEGER,                                                                       \
             "How many different shapes and sizes there are, which the members share."),                               \
         .low = 1, .high = 100000, .fallback = {100}},                                                                 \
    {                                                                                                                  \
        KEY(ab_group_spec, material, AB_STRING, "Name of one of the materials."), .required = true                     \
    }
#define GROUP_VELOCITY                                                                                                 \
    { KEY3(ab_group_spec, velocity, "Of every member."), .unit = "m/s", ANY }

static const ab_key GRID[] = {
    GROUP_NAME("Name of the group; members are name[0], name[1], ..."),
    {KEY(ab_group_spec, shape, AB_ONE_OF, "Shape of every member."), .required = true, .one = &ab_shape_alternatives},
    GROUP_SIZES,
    {KEY(ab_grid_spec, count, AB_INTEGERS, "Members along x, y, z."), .count = 3, .required = true, .low = 1,
     .high = 1e8},
    {KEY3(ab_grid_spec, spacing, "Distance of neighbours along x, y, z."), .unit = "m", .required = true, NOT_NEGATIVE},
    {KEY3(ab_grid_spec, origin, "Position of the first member."), .unit = "m", ANY},
    {KEY(ab_grid_spec, jitter, AB_QUANTITY, "Every member is moved at random by up to this along each axis."),
     .unit = "m", NOT_NEGATIVE},
    {KEY(ab_grid_spec, turned, AB_BOOL, "Every member is turned at random.")},
    GROUP_VELOCITY,
};
static const ab_schema_record grid = {RECORD(ab_grid_spec, "grid", "Bodies on a regular grid.", GRID),
                                      .example = "generators:\n  - grid:\n      name: layer\n      shape: {sphere: "
                                                 "{radius: 5 mm}}\n      material: glass\n"
                                                 "      count: [10, 10, 1]\n      spacing: [11 mm, 11 mm, 0]"};

static const ab_key RANGE[] = {
    {KEY(ab_range_spec, min, AB_QUANTITY, "Smallest radius."), .unit = "m", .required = true, POSITIVE},
    {KEY(ab_range_spec, max, AB_QUANTITY, "Largest radius."), .unit = "m", .required = true, POSITIVE},
};
static const ab_schema_record range = {
    RECORD(ab_range_spec, "radius", "Radii spread evenly between two, another one for every member.", RANGE),
    .example = "radius: {min: 3 mm, max: 6 mm}"};

static const ab_key REGION[] = {
    {KEY3(ab_region_spec, low, "Lowest corner of a box."), .unit = "m", ANY},
    {KEY3(ab_region_spec, high, "Highest corner of a box."), .unit = "m", ANY},
    {KEY3(ab_region_spec, from, "One end of the axis of a cylinder or cone."), .unit = "m", ANY},
    {KEY3(ab_region_spec, to, "The other end."), .unit = "m", ANY},
    {KEY(ab_region_spec, radius, AB_QUANTITY, "Of the cylinder, and of the cone at `from`."), .unit = "m",
     NOT_NEGATIVE},
    {KEY(ab_region_spec, to_radius, AB_QUANTITY, "Of the cone at `to`."), .unit = "m", NOT_NEGATIVE, .fallback = {-1},
     .note = "as radius"},
};
const ab_schema_record ab_region_record = {
    RECORD(ab_region_spec, "region",
           "A box along the world's axes (low, high), or a cylinder or a cone without its tip, as a hopper "
           "has (from, to, radius, to_radius).",
           REGION),
    .example = "region: {from: [0, 0, 0], to: [0, 0, 30 cm], radius: 5 cm, to_radius: 20 cm}"};

static const ab_key FILL[] = {
    GROUP_NAME("Name of the group; members are name[0], name[1], ..., large ones first."),
    {KEY(ab_group_spec, shape, AB_ONE_OF, "Shape of every member."), .one = &ab_shape_alternatives,
     .note = "spheres, if radius is given"},
    {KEY(ab_fill_spec, radius, AB_MAPPING, "Spheres of random radius, instead of a shape."), .record = &range,
     .note = "none"},
    GROUP_SIZES,
    {KEY(ab_fill_spec, count, AB_INTEGER, "How many. Give this or fraction."), .low = 1, .high = 1e8,
     .note = "from fraction"},
    {KEY(ab_fill_spec, fraction, AB_QUANTITY, "Share of the region's volume to fill; random packing ends near 0.35."),
     .unit = "1", .low = 0, .above = true, .high = 1, .note = "from count"},
    {KEY(ab_fill_spec, region, AB_MAPPING, "Holds the bounding sphere of every member wholly."), .required = true,
     .record = &ab_region_record},
    {KEY(ab_fill_spec, gap, AB_QUANTITY, "Least distance of the bounding spheres."), .unit = "m", NOT_NEGATIVE},
    GROUP_VELOCITY,
};
static const ab_schema_record fill = {
    RECORD(ab_fill_spec, "fill",
           "Bodies at random places in a region, turned at random, without overlap of their bounding spheres "
           "with each other or with the bodies before them; of those, only balls count if they are larger "
           "than the region. "
           "The scene's seed decides the places.",
           FILL),
    .example = "generators:\n  - fill:\n      name: marbles\n      radius: {min: 4 mm, max: 8 mm}\n      "
               "material: glass\n"
               "      count: 500\n      region: {low: [-10 cm, -10 cm, 0], high: [10 cm, 10 cm, 40 cm]}"};

static const ab_key INLET[] = {
    GROUP_NAME("Name of the group; members are name[0], name[1], ... as they come."),
    {KEY(ab_group_spec, shape, AB_ONE_OF, "Shape of every member."), .required = true, .one = &ab_shape_alternatives},
    GROUP_SIZES,
    {KEY(ab_inlet_spec, region, AB_MAPPING, "Where members appear, wholly inside; walls must not reach into it."),
     .required = true, .record = &ab_region_record},
    {KEY(ab_inlet_spec, gap, AB_QUANTITY, "Least distance of the bounding spheres."), .unit = "m", NOT_NEGATIVE},
    {KEY(ab_inlet_spec, rate, AB_QUANTITY, "Members in a second. Give this or mass_rate."), .unit = "1/s", POSITIVE,
     .note = "from mass_rate"},
    {KEY(ab_inlet_spec, mass_rate, AB_QUANTITY, "Mass in a second."), .unit = "kg/s", POSITIVE, .note = "from rate"},
    {KEY(ab_inlet_spec, start, AB_QUANTITY, "When it begins."), .unit = "s", NOT_NEGATIVE},
    {KEY(ab_inlet_spec, end, AB_QUANTITY, "When it ends."), .unit = "s", POSITIVE, .note = "never"},
    {KEY(ab_inlet_spec, count, AB_INTEGER, "Members after which it ends."), .low = 1, .high = 5e7, .note = "none"},
    {KEY(ab_inlet_spec, mass, AB_QUANTITY, "Mass that it does not exceed."), .unit = "kg", POSITIVE, .note = "none"},
    GROUP_VELOCITY,
};
static const ab_schema_record inlet = {
    RECORD(ab_inlet_spec, "inlet",
           "Bodies added during the run, at random places, turned at random; one that finds no free place "
           "waits. They are "
           "looked for every 32 dt.",
           INLET),
    .example = "generators:\n  - inlet:\n      name: grains\n      shape: {rock: {size: 1 cm}}\n      material: stone\n"
               "      region: {low: [-10 cm, -10 cm, 50 cm], high: [10 cm, 10 cm, 60 cm]}\n"
               "      rate: 200 1/s\n      count: 1000\n      velocity: [0, 0, -1 m/s]"};

static const ab_schema_record *const GENERATOR_RECORDS[] = {&grid, &fill, &inlet};
const ab_alternatives ab_generator_alternatives = {GENERATOR_RECORDS, COUNT(GENERATOR_RECORDS)};

// -------------------------------------------------------------------------------------------- outlets, flux planes

static const ab_key OUTLET[] = {
    {KEY(ab_outlet_spec, name, AB_STRING, "Name of its columns; unique."), .required = true},
    {KEY(ab_outlet_spec, region, AB_MAPPING,
         "Bodies with their centre of mass in it are removed; it is checked every 32 dt, so make it thick."),
     .required = true, .record = &ab_region_record},
    {KEY(ab_outlet_spec, outside, AB_BOOL, "Bodies outside of the region are removed instead.")},
};
const ab_schema_record ab_outlet_record = {
    RECORD(ab_outlet_spec, "outlet",
           "A region that removes bodies, unless they are fixed or have joints or force elements. flows.csv "
           "tells how many.",
           OUTLET),
    .example = "outlets:\n  - {name: drain, region: {low: [-1, -1, -1], high: [1, 1, -0.5]}}"};

static const ab_key FLUX_PLANE[] = {
    {KEY(ab_flux_plane_spec, name, AB_STRING, "Name of its columns; unique."), .required = true},
    {KEY3(ab_flux_plane_spec, at, "A point of the plane."), .unit = "m", ANY},
    {KEY3(ab_flux_plane_spec, normal, "Where bodies go when they count as passed; any length."), .unit = "1", ANY,
     .fallback = {0, 0, -1}},
    {KEY(ab_flux_plane_spec, radius, AB_QUANTITY, "Of the disc about the point that they must cross."), .unit = "m",
     POSITIVE, .note = "all of the plane"},
    {KEY(ab_flux_plane_spec, window, AB_QUANTITY, "Time over which the rate is a mean."), .unit = "s", POSITIVE,
     .fallback = {0.1}},
};
const ab_schema_record ab_flux_plane_record = {RECORD(ab_flux_plane_spec, "flux_plane",
                                                      "A plane that counts the bodies whose centre of mass crosses it, "
                                                      "less those that come back. flows.csv has number, mass and "
                                                      "rate.",
                                                      FLUX_PLANE),
                                               .example =
                                                   "flux_planes:\n  - {name: throat, at: [0, 0, 10 cm], radius: 5 cm}"};
