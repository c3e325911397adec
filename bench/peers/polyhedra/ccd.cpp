// libccd's GJK: seconds a pair, and the share of pairs that meet.
#include "common.h"

#include <ccd/ccd.h>

static void support(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *out) {
    const std::vector<double> &v = *static_cast<const std::vector<double> *>(object);
    size_t best = 0;
    double most = -1e300;
    for (size_t i = 0; i < v.size(); i += 3) {
        const double h = v[i] * direction->v[0] + v[i + 1] * direction->v[1] + v[i + 2] * direction->v[2];
        if (h <= most) continue;
        most = h;
        best = i;
    }
    ccdVec3Set(out, v[best], v[best + 1], v[best + 2]);
}

static void measure(const std::vector<Pair> &pairs, const ccd_t *ccd) {
    double best = 1e300;
    long meet = 0;
    for (int turn = 0; turn < 20; turn++) {
        meet = 0;
        const double start = cpu_seconds();
        for (const Pair &p : pairs) meet += ccdGJKIntersect(&p.a, &p.b, ccd);
        const double seconds = cpu_seconds() - start;
        if (seconds < best) best = seconds;
    }
    std::printf("%.17g %.17g\n", best / pairs.size(), double(meet) / pairs.size());
}

int main(int, char **argv) {
    ccd_t ccd;
    CCD_INIT(&ccd);
    ccd.support1 = ccd.support2 = support;
    ccd.max_iterations = 100;
    for (const std::vector<Pair> &pairs : read_groups(argv[1])) measure(pairs, &ccd);
}
