// What the drivers share: two meshes and poses of the second from a file, the clock, and the medians over poses.
//   file: int32 poses; for each mesh int32 vertices, triangles, then both; for each pose double turn[9] (rows),
//     shift[3]
#ifndef ABUT_BENCH_CONTACT_COMMON_H
#define ABUT_BENCH_CONTACT_COMMON_H

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>

struct Mesh {
    std::int32_t vertices, triangles;
    std::vector<double> vertex;
    std::vector<std::int32_t> triangle;

    std::vector<float> floats() const { return std::vector<float>(vertex.begin(), vertex.end()); }
};

struct Pose {
    double turn[9], shift[3];
};

struct Job {
    Mesh mesh[2];
    std::vector<Pose> pose;
};

inline bool read_mesh(std::FILE *f, Mesh &m) {
    if (std::fread(&m.vertices, 4, 1, f) != 1 || std::fread(&m.triangles, 4, 1, f) != 1) return false;
    m.vertex.resize(3 * (std::size_t)m.vertices);
    m.triangle.resize(3 * (std::size_t)m.triangles);
    return std::fread(m.vertex.data(), 8, m.vertex.size(), f) == m.vertex.size() &&
           std::fread(m.triangle.data(), 4, m.triangle.size(), f) == m.triangle.size();
}

inline bool read_job(const char *path, Job &job) {
    std::FILE *f = std::fopen(path, "rb");
    if (!f) return false;
    std::int32_t poses = 0;
    bool ok = std::fread(&poses, 4, 1, f) == 1 && read_mesh(f, job.mesh[0]) && read_mesh(f, job.mesh[1]);
    if (ok) {
        job.pose.resize((std::size_t)poses);
        ok = std::fread(job.pose.data(), sizeof(Pose), job.pose.size(), f) == job.pose.size();
    }
    std::fclose(f);
    return ok;
}

inline double cpu_seconds() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// "seconds contacts" of every pose, the best of three times.
template <typename Collide> int measure(const Job &job, Collide collide) {
    for (const Pose &pose : job.pose) {
        double best = 1e9;
        long contacts = 0;
        for (int turn = 0; turn < 3; turn++) {
            const double start = cpu_seconds();
            contacts = collide(pose);
            const double took = cpu_seconds() - start;
            if (took < best) best = took;
        }
        std::printf("%.9f %ld\n", best, contacts);
    }
    return 0;
}

#endif
