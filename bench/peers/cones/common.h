// Scenes with rigid contact for any engine, and what is measured in them. An Engine has
//     Engine(double dt, Vector gravity)
//     void plane(); int box(double half, double mass, Vector at); int ball(double radius, double mass, Vector at)
//     void step(); Vector position(int); Vector velocity(int); void push(int, Vector velocity)
//     double overlap(): sum of the depths of all contacts
//     static bool can(int bodies): has memory for so many; where not, the figures are nan
// with friction 0.5 between all bodies and no restitution. Prints a line for each scene: CPU microseconds of a step,
// depth or height in m, error; see bench/cones/scenes.c.
#ifndef ABUT_BENCH_PEERS_CONES_COMMON_H
#define ABUT_BENCH_PEERS_CONES_COMMON_H

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <sys/resource.h>
#include <vector>

struct Vector {
    double x, y, z;
};

static double cpu() {
    rusage r;
    getrusage(RUSAGE_SELF, &r);
    return double(r.ru_utime.tv_sec + r.ru_stime.tv_sec) + 1e-6 * double(r.ru_utime.tv_usec + r.ru_stime.tv_usec);
}

static double noise(uint64_t &state) { // -1 to 1
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return double(state >> 11) * 0x1p-52 - 1;
}

static void print(double seconds, int steps, double depth, double error) {
    printf("%.6e %.6e %.6e\n", 1e6 * seconds / steps, depth, error);
    fflush(stdout);
}

const double G = 9.81, FRICTION = 0.5;

// A box on a slope of 20 degrees, which it holds: the speed at which it creeps.
template <class Engine> static void slope() {
    const double angle = 20 * M_PI / 180;
    Engine e(1e-3, {G * std::sin(angle), 0, -G * std::cos(angle)});
    e.plane();
    const int box = e.box(0.05, 1, {0, 0, 0.05});
    for (int i = 0; i < 1000; i++) e.step();
    const double x = e.position(box).x, begin = cpu();
    double depth = 0;
    for (int i = 0; i < 2000; i++) e.step();
    const double seconds = cpu() - begin;
    depth = 0.05 - e.position(box).z;
    print(seconds, 2000, depth, std::fabs(e.position(box).x - x) / 2);
}

// A box slides from 6 m/s: its largest height, and the error of its way.
template <class Engine> static void slide() {
    Engine e(1e-3, {0, 0, -G});
    e.plane();
    const int box = e.box(0.05, 1, {0, 0, 0.05});
    for (int i = 0; i < 500; i++) e.step();
    const Vector at = e.position(box);
    e.push(box, {6, 0, 0});
    double lift = 0;
    const double begin = cpu();
    for (int i = 0; i < 2000; i++) {
        e.step();
        lift = std::fmax(lift, e.position(box).z - at.z);
    }
    print(cpu() - begin, 2000, lift, std::fabs(e.position(box).x - at.x - 36 / (2 * FRICTION * G)));
}

// 216 balls fall on a plane and roll apart: 5 s.
template <class Engine> static void balls() {
    Engine e(1e-2, {0, 0, -G});
    uint64_t seed = 42;
    e.plane();
    for (int i = 0; i < 216; i++)
        e.ball(0.1, 10,
               {i % 6 * 0.21 + 0.001 * noise(seed), i / 6 % 6 * 0.21 + 0.001 * noise(seed),
                0.101 + i / 36 * 0.21 + 0.001 * noise(seed)});
    double depth = 0, seconds = 0;
    for (int i = 0; i < 500; i++) {
        const double begin = cpu();
        e.step();
        seconds += cpu() - begin;
        depth += e.overlap() / 500;
    }
    print(seconds, 500, depth, 0);
}

// A thousand boxes in ten layers, every other one half a box aside: 1 s. The mean speed at the end.
template <class Engine> static void boxes() {
    if (!Engine::can(1000)) {
        print(NAN, 1, NAN, NAN);
        return;
    }
    Engine e(5e-3, {0, 0, -G});
    e.plane();
    for (int i = 0; i < 1000; i++) {
        const int layer = i / 100;
        e.box(0.05, 1, {(i % 10 + 0.5 * (layer % 2)) * 0.101, i / 10 % 10 * 0.101, 0.05 + layer * 0.1});
    }
    double depth = 0, seconds = 0, speed = 0;
    for (int i = 0; i < 200; i++) {
        const double begin = cpu();
        e.step();
        seconds += cpu() - begin;
        depth += e.overlap() / 200;
    }
    for (int i = 0; i < 1000; i++) {
        const Vector v = e.velocity(i + 1);
        speed += std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z) / 1000;
    }
    print(seconds, 200, depth, speed);
}

template <class Engine> static int scenes() {
    slope<Engine>();
    slide<Engine>();
    balls<Engine>();
    boxes<Engine>();
    return 0;
}

#endif
