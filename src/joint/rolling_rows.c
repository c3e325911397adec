// Rolling without slip: the material points in contact have the same velocity,
//     V = v_b + w_b x reach - v_a - w_a x (c - p_a) = 0,      c = p_b + reach the contact point
// written along a's axes d (d' = w_a x d). With all accelerations zero V' is
//     bend_b + w_b x reach' - bend_a - w_a x (v_b + reach' - v_a)
// so gamma = -(d'.V + d.V'). Along the normal this is the derivative of the height z.(c - p_a) = 0, because `reach`
// minimises the height of the rim; the tangential rows are not derivatives of any function: they are non-holonomic.
#include "joint/rolling_rows.h"

void ab_rows_rolling(const ab_joint_frame *a, const ab_joint_frame *b, v3 reach, v3 rate, ab_row *row) {
    const v3 axis[AB_ROLLING_ROWS] = {a->z, a->x, a->y};
    const v3 from_a = v3_sub(v3_add(b->p, reach), a->p);
    const v3 slip = v3_sub(v3_add(b->v, v3_cross(b->w, reach)), v3_add(a->v, v3_cross(a->w, from_a)));
    const v3 moved = v3_sub(v3_add(b->v, rate), a->v);
    const v3 change = v3_sub(v3_add(b->bend, v3_cross(b->w, rate)), v3_add(a->bend, v3_cross(a->w, moved)));
    for (int i = 0; i < AB_ROLLING_ROWS; i++)
        row[i] = (ab_row){
            .va = v3_neg(axis[i]),
            .wa = v3_cross(axis[i], v3_add(a->arm, from_a)),
            .vb = axis[i],
            .wb = v3_cross(v3_add(b->arm, reach), axis[i]),
            .value = i == 0 ? v3_dot(axis[0], from_a) : 0,
            .gamma = -(v3_dot(v3_cross(a->w, axis[i]), slip) + v3_dot(axis[i], change)),
        };
}
