// Keys of the study `impact`: velocities before an impact, bodies or a mobility, contacts.
#include "law/impact.h"
#include "scene/spec_impact.h"
#include "scene/tables.h"

static int law_count(void) { return ab_law_count(AB_LAW_IMPACT); }
static const char *law_name(int i) { return ab_law_about_of(AB_LAW_IMPACT, i).name; }
static const char *law_help(int i) { return ab_law_about_of(AB_LAW_IMPACT, i).help; }
static const ab_words law_words = {law_count, law_name, law_help};

static int order_count(void) { return AB_IMPACT_ORDERS; }
static const char *order_name(int i) { return ab_impact_order_names[i]; }
static const char *order_help(int i) { return ab_impact_order_help[i]; }
static const ab_words order_words = {order_count, order_name, order_help};

static const ab_key BODY[] = {
    {KEY(ab_impact_body_spec, mass, AB_QUANTITY, "Its mass."), .unit = "kg", POSITIVE, .required = true},
    {KEY3(ab_impact_body_spec, inertia, "Principal moments about the centre of mass."), .unit = "kg m^2", POSITIVE,
     .required = true},
    {KEY3(ab_impact_body_spec, position, "Where its centre of mass is."), .unit = "m", ANY},
    {KEY(ab_impact_body_spec, orientation, AB_MAPPING, "How its principal axes are turned."),
     .record = &ab_orientation_record, .note = "not turned"},
    {KEY3(ab_impact_body_spec, velocity, "Of its centre of mass, before the impact."), .unit = "m/s", ANY},
    {KEY3(ab_impact_body_spec, angular_velocity, "In world axes, before the impact."), .unit = "rad/s", ANY},
};
static const ab_schema_record body_record = {
    RECORD(ab_impact_body_spec, "impact_body", "A body in an impact.", BODY),
    .example = "impact:\n  bodies: {ball: {mass: 1 kg, inertia: [0.1, 0.1, 0.1], velocity: [1, 0, -2]}}"};

static const ab_key CONTACT[] = {
    {KEY(ab_impact_contact_spec, name, AB_STRING, "Name in messages and results."), .note = "its number"},
    {KEY(ab_impact_contact_spec, a, AB_STRING, "Body on which the impulse acts."),
     .note = "none: one that never moves"},
    {KEY(ab_impact_contact_spec, b, AB_STRING, "The other body."), .note = "none: one that never moves"},
    {KEY3(ab_impact_contact_spec, point, "Where they touch."), .unit = "m", ANY},
    {KEY3(ab_impact_contact_spec, normal, "From b to a, of any length."), .unit = "1", ANY, .fallback = {0, 0, 1}},
    {KEY3(ab_impact_contact_spec, tangent, "Direction of the first tangent; what is along the normal does not count."),
     .unit = "1", ANY, .note = "any"},
    {KEY(ab_impact_contact_spec, friction, AB_QUANTITY, "Coefficient of friction."), .unit = "1", NOT_NEGATIVE,
     .note = "that of the impact"},
    {KEY(ab_impact_contact_spec, restitution, AB_QUANTITY, "What the law gives back."), .unit = "1", .low = 0,
     .high = 1, .note = "that of the impact"},
    {KEY(ab_impact_contact_spec, stiffness, AB_QUANTITY, "Of several contacts at once, relative to that of others."),
     .unit = "1", POSITIVE, .fallback = {1}},
    {KEY(ab_impact_contact_spec, law, AB_WORD, "Law of this contact."), .words = &law_words,
     .note = "that of the impact", .fallback = {-1}},
};
static const ab_schema_record contact_record = {
    RECORD(ab_impact_contact_spec, "impact_contact", "A contact in an impact.", CONTACT),
    .example = "contacts:\n  - {a: ball, point: [0, 0, 0], normal: [0, 0, 1], tangent: [1, 0, 0]}"};

static const ab_key IMPACT[] = {
    {KEY(ab_impact_spec, law, AB_WORD, "Law of the impact."), .words = &law_words},
    {KEY(ab_impact_spec, friction, AB_QUANTITY, "Coefficient of friction of all contacts."), .unit = "1", NOT_NEGATIVE},
    {KEY(ab_impact_spec, restitution, AB_QUANTITY, "What the law gives back, of all contacts."), .unit = "1", .low = 0,
     .high = 1},
    {KEY(ab_impact_spec, bodies, AB_MAP, "The bodies, by name."), .record = &body_record, .note = "none: mobility"},
    {KEY(ab_impact_spec, contacts, AB_LIST, "Where they touch."), .record = &contact_record,
     .note = "those of the mobility"},
    {KEY(ab_impact_spec, mobility, AB_QUANTITIES,
         "Instead of bodies: the symmetric matrix W, row by row, of v+ = v- + W p; for each contact normal, first and "
         "second tangent."),
     .unit = "1/kg", ANY, .note = "none"},
    {KEY(ab_impact_spec, velocity, AB_QUANTITIES, "Of the contacts before the impact, with a mobility."), .unit = "m/s",
     ANY, .note = "none"},
    {KEY(ab_impact_spec, planar, AB_BOOL, "Mobility and velocity have no second tangents.")},
    {KEY(ab_impact_spec, order, AB_WORD, "Several contacts by a law other than moreau."), .words = &order_words},
    {KEY(ab_impact_spec, guard, AB_BOOL, "Reduce restitution where an impact by moreau or newton would create energy."),
     .fallback = {1}},
};
static const ab_schema_record impact_record = {
    RECORD(ab_impact_spec, "impact", "Velocities before an impact, of bodies or of contacts alone.", IMPACT),
    .example = "impact:\n  law: stronge\n  friction: 0.3\n  restitution: 0.5\n  planar: true\n"
               "  mobility: [2.5, -1.5, -1.5, 2.5]\n  velocity: [-1, -0.5]"};

static const ab_key ROOT[] = {
    AB_ROOT_KEYS(ab_impact_root_spec),
    {KEY(ab_impact_root_spec, impact, AB_MAPPING, "The impact."), .record = &impact_record, .required = true},
};
const ab_schema_record ab_impact_root_record = {
    RECORD(ab_impact_root_spec, "impact_case", "A file of `abut impact`: one impact.", ROOT),
    .example =
        "abut: 1\nimpact:\n  law: poisson\n  friction: 0.5\n  restitution: 0.7\n  bodies:\n"
        "    rod: {mass: 1 kg, inertia: [0.01, 0.01, 0.0833], position: [0.35, 0.35, 0], velocity: [0.5, -1, 0]}\n"
        "  contacts:\n    - {a: rod, point: [0, 0, 0], normal: [0, 1, 0], tangent: [1, 0, 0]}"};
