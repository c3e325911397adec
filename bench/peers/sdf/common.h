// What the drivers share: a mesh and a grid from a file, the clock, and the distances into a file.
//   file: int32 vertices, triangles, nodes along an edge, step between layers; double origin[3], h; vertices; triangles
#ifndef ABUT_BENCH_SDF_COMMON_H
#define ABUT_BENCH_SDF_COMMON_H

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>

struct Job {
    std::int32_t vertices, triangles, nodes, step;
    double origin[3], h;
    std::vector<double> vertex;
    std::vector<std::int32_t> triangle;

    double at(int axis, int index) const { return origin[axis] + h * index; }
};

inline bool read_job(const char *path, Job &job) {
    std::FILE *f = std::fopen(path, "rb");
    if (!f) return false;
    bool ok = std::fread(&job.vertices, 4, 4, f) == 4 && std::fread(job.origin, 8, 4, f) == 4;
    if (ok) {
        job.vertex.resize(3 * (std::size_t)job.vertices);
        job.triangle.resize(3 * (std::size_t)job.triangles);
        ok = std::fread(job.vertex.data(), 8, job.vertex.size(), f) == job.vertex.size() &&
             std::fread(job.triangle.data(), 4, job.triangle.size(), f) == job.triangle.size();
    }
    std::fclose(f);
    return ok;
}

inline double cpu_seconds() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// "seconds to build, seconds for the nodes", and the distances of the nodes that were asked for.
inline int finish(const char *path, double build, double nodes, const std::vector<float> &distance) {
    std::FILE *f = std::fopen(path, "wb");
    if (!f || std::fwrite(distance.data(), 4, distance.size(), f) != distance.size() || std::fclose(f) != 0) return 1;
    std::printf("%.6f %.6f\n", build, nodes);
    return 0;
}

#endif
