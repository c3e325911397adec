// Distances by Embree's point query, with the radius of the last node plus one cell as a first guess, which makes it several times
// faster than without. The distance itself is that of the nearest triangle in double precision.
#include "common.h"

#include <embree3/rtcore.h>

#include <cmath>

struct Vector {
    double x, y, z;
};
static Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
static Vector along(Vector a, double t, Vector b) { return {a.x + t * b.x, a.y + t * b.y, a.z + t * b.z}; }
static double dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static double square(Vector a) { return dot(a, a); }

// Nearest point by the regions of the triangle: vertices, edges, then the face.
static double distance2(Vector p, Vector a, Vector b, Vector c) {
    const Vector ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
    const double d1 = dot(ab, ap), d2 = dot(ac, ap);
    if (d1 <= 0 && d2 <= 0) return square(ap);
    const double d3 = dot(ab, bp), d4 = dot(ac, bp);
    if (d3 >= 0 && d4 <= d3) return square(bp);
    const double d5 = dot(ab, cp), d6 = dot(ac, cp);
    if (d6 >= 0 && d5 <= d6) return square(cp);
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return square(along(ap, -d1 / (d1 - d3), ab));
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return square(along(ap, -d2 / (d2 - d6), ac));
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
        return square(along(bp, -(d4 - d3) / ((d4 - d3) + (d5 - d6)), c - b));
    const double scale = 1 / (va + vb + vc);
    return square(along(along(ap, -vb * scale, ab), -vc * scale, ac));
}

struct Query {
    const Job *job;
    Vector point;
    double best2;
};

static Vector corner(const Job &job, std::int32_t i) {
    return {job.vertex[3 * i], job.vertex[3 * i + 1], job.vertex[3 * i + 2]};
}

static bool visit(RTCPointQueryFunctionArguments *args) {
    Query *q = static_cast<Query *>(args->userPtr);
    const std::int32_t *t = &q->job->triangle[3 * (std::size_t)args->primID];
    const double d2 =
        distance2(q->point, corner(*q->job, t[0]), corner(*q->job, t[1]), corner(*q->job, t[2]));
    if (d2 >= q->best2) return false;
    q->best2 = d2;
    args->query->radius = (float)(std::sqrt(d2) * (1 + 1e-6));
    return true;
}

static RTCScene make_scene(const Job &job) {
    RTCDevice device = rtcNewDevice("threads=1");
    RTCScene scene = rtcNewScene(device);
    rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_HIGH);
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    float *vertex = (float *)rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                                     12, job.vertices);
    unsigned *index = (unsigned *)rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0,
                                                          RTC_FORMAT_UINT3, 12, job.triangles);
    for (std::size_t i = 0; i < job.vertex.size(); i++) vertex[i] = (float)job.vertex[i];
    for (std::size_t i = 0; i < job.triangle.size(); i++) index[i] = (unsigned)job.triangle[i];
    rtcSetGeometryPointQueryFunction(geometry, visit);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene, geometry);
    rtcCommitScene(scene);
    return scene;
}

static double ask(RTCScene scene, const Job &job, Vector p, double radius) {
    Query q = {&job, p, radius * radius};
    RTCPointQuery query;
    query.x = (float)p.x;
    query.y = (float)p.y;
    query.z = (float)p.z;
    query.time = 0;
    query.radius = (float)radius;
    RTCPointQueryContext context;
    rtcInitPointQueryContext(&context);
    rtcPointQuery(scene, &query, &context, nullptr, &q);
    return std::sqrt(q.best2);
}

int main(int argc, char **argv) {
    Job job;
    if (argc != 3 || !read_job(argv[1], job)) return 2;
    const double start = cpu_seconds();
    RTCScene scene = make_scene(job);
    const double built = cpu_seconds();
    std::vector<float> distance;
    for (int k = 0; k < job.nodes; k += job.step)
        for (int j = 0; j < job.nodes; j++) {
            double last = 1e18;
            for (int i = 0; i < job.nodes; i++) {
                last =
                    ask(scene, job, {job.at(0, i), job.at(1, j), job.at(2, k)}, (last + job.h) * (1 + 1e-6));
                distance.push_back((float)last);
            }
        }
    return finish(argv[2], built - start, cpu_seconds() - built, distance);
}
