// The pairs that bench/peers/polyhedra_peers.c writes, and the clock.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

struct Pair {
    std::vector<double> planes; // normal and offset of both bodies, 4 each
    double inside[3];           // a point of the overlap
    std::vector<double> a, b;   // vertices, 3 each
};

inline void need(bool ok) {
    if (!ok) std::exit(1);
}

inline std::vector<double> read_numbers(FILE *f, int per_item) {
    int32_t n;
    need(std::fread(&n, sizeof n, 1, f) == 1);
    std::vector<double> v(size_t(n) * per_item);
    need(std::fread(v.data(), sizeof(double), v.size(), f) == v.size());
    return v;
}

inline int32_t read_count(FILE *f) {
    int32_t n;
    need(std::fread(&n, sizeof n, 1, f) == 1);
    return n;
}

inline std::vector<std::vector<Pair>> read_groups(const char *path) {
    FILE *f = std::fopen(path, "rb");
    need(f);
    std::vector<std::vector<Pair>> groups(read_count(f));
    for (std::vector<Pair> &pairs : groups) {
        pairs.resize(read_count(f));
        for (Pair &p : pairs) {
            p.planes = read_numbers(f, 4);
            p.a = read_numbers(f, 3);
            p.b = read_numbers(f, 3);
            need(std::fread(p.inside, sizeof p.inside, 1, f) == 1);
        }
    }
    std::fclose(f);
    return groups;
}

inline double cpu_seconds() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}
