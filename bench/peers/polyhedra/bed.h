// The bed that bench/peers/bed_peers.c writes, and the clock.
#pragma once
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

struct Shape {
    std::vector<double> vertex;              // 3 each, about the centre of mass and along the principal axes
    std::vector<std::vector<unsigned>> face; // corners, outward
    double moments[3];                       // of mass 1
};
struct Body {
    int shape;
    double x[3], q[4]; // q = w, x, y, z
};
struct Bed {
    std::vector<Shape> shape;
    double width;
    std::vector<Body> body;
};

inline void need(bool ok) {
    if (!ok) std::exit(1);
}
template <class T> T next(FILE *f, const char *format) {
    T value;
    need(std::fscanf(f, format, &value) == 1);
    return value;
}
inline double number(FILE *f) { return next<double>(f, "%lf"); }
inline int count(FILE *f) { return next<int>(f, "%d"); }

inline Shape read_shape(FILE *f) {
    Shape s;
    s.vertex.resize(3 * count(f));
    for (double &v : s.vertex) v = number(f);
    s.face.resize(count(f));
    for (auto &face : s.face) {
        face.resize(count(f));
        for (unsigned &corner : face) corner = unsigned(count(f));
    }
    for (double &m : s.moments) m = number(f);
    return s;
}

inline Bed read_bed(const char *path) {
    FILE *f = std::fopen(path, "r");
    need(f);
    Bed bed;
    bed.shape.resize(count(f));
    for (Shape &s : bed.shape) s = read_shape(f);
    bed.body.resize(count(f));
    bed.width = number(f);
    for (Body &b : bed.body) {
        b.shape = count(f);
        for (double &x : b.x) x = number(f);
        for (double &q : b.q) q = number(f);
    }
    std::fclose(f);
    return bed;
}

inline double cpu_seconds() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

// Steps until the contacts have found themselves, then the best of several turns.
template <class Step> int time_steps(Step step) {
    for (int i = 0; i < 40; i++) step();
    double best = INFINITY;
    for (int turn = 0; turn < 5; turn++) {
        const double start = cpu_seconds();
        for (int i = 0; i < 20; i++) step();
        best = std::fmin(best, (cpu_seconds() - start) / 20);
    }
    std::printf("%.9g\n", best);
    return 0;
}
