// Quaternion of a rotation matrix.
#include "math/quat.h"

// Shepperd's method: computes the largest of w, x, y, z from the diagonal and the others from sums and differences,
// which avoids division by a small number.
quat ab_quat_from_matrix(m3 m) {
    const double xx = m.row[0].x, yy = m.row[1].y, zz = m.row[2].z;
    const double trace = xx + yy + zz;
    quat q;
    if (trace >= xx && trace >= yy && trace >= zz)
        q = (quat){1 + trace, m.row[2].y - m.row[1].z, m.row[0].z - m.row[2].x, m.row[1].x - m.row[0].y};
    else if (xx >= yy && xx >= zz)
        q = (quat){m.row[2].y - m.row[1].z, 1 + xx - yy - zz, m.row[1].x + m.row[0].y, m.row[0].z + m.row[2].x};
    else if (yy >= zz)
        q = (quat){m.row[0].z - m.row[2].x, m.row[1].x + m.row[0].y, 1 + yy - xx - zz, m.row[2].y + m.row[1].z};
    else
        q = (quat){m.row[1].x - m.row[0].y, m.row[0].z + m.row[2].x, m.row[2].y + m.row[1].z, 1 + zz - xx - yy};
    return quat_unit(q);
}
