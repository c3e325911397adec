// Siconos' solvers of frictional contact problems: every one in a process of its own, which ends when it has taken more
// time than the fastest so far, or the limit. Prints "SOLVER SECONDS NATURAL ENERGY" of those whose recomputed residual
// meets the tolerance; a solver that stops too early by its own measure is run again with a tenth of the tolerance.
//     siconos PROBLEM TOLERANCE natural|energy LIMIT [SOLVER]
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "CSparseMatrix_internal.h"
#include "FrictionContactProblem.h"
#include "Friction_cst.h"
#include "NonSmoothDrivers.h"
#include "NumericsMatrix.h"
#include "NumericsSparseMatrix.h"
#include "NumericsVerbose.h"
#include "SolverOptions.h"
#include "SparseBlockMatrix.h"

static double cpu() {
    rusage r;
    getrusage(RUSAGE_SELF, &r);
    return double(r.ru_utime.tv_sec + r.ru_stime.tv_sec) + 1e-6 * double(r.ru_utime.tv_usec + r.ru_stime.tv_usec);
}

struct Problem {
    int64_t n, blocks;
    std::vector<int64_t> first;
    std::vector<int32_t> column;
    std::vector<double> value, q, mu;
};

static void need(bool ok) {
    if (!ok) std::exit(2);
}

template <class T> static void get(FILE *f, std::vector<T> &x, int64_t n) {
    x.resize(size_t(n));
    need(fread(x.data(), sizeof(T), x.size(), f) == x.size());
}

static Problem read(const char *path) {
    Problem p;
    char magic[8];
    FILE *f = fopen(path, "rb");
    need(f && fread(magic, 8, 1, f) == 1 && fread(&p.n, 8, 1, f) == 1 && fread(&p.blocks, 8, 1, f) == 1);
    get(f, p.first, p.n + 1);
    get(f, p.column, p.blocks);
    get(f, p.value, 9 * p.blocks);
    get(f, p.q, 3 * p.n);
    get(f, p.mu, p.n);
    fclose(f);
    return p;
}

// ------------------------------------------------------------------------------------------------------------ residual

static void project(double *z, double mu) {
    const double t = std::hypot(z[1], z[2]);
    if (t <= mu * z[0]) return;
    const double n = mu * t <= -z[0] ? 0 : (z[0] + mu * t) / (1 + mu * mu);
    z[1] *= n > 0 ? mu * n / t : 0;
    z[2] *= n > 0 ? mu * n / t : 0;
    z[0] = n;
}

static double missed2(const double *r, const double *u, double mu, double per) {
    double z[3] = {r[0] - per * (u[0] + mu * std::hypot(u[1], u[2])), r[1] - per * u[1], r[2] - per * u[2]}, sum = 0;
    project(z, mu);
    for (int k = 0; k < 3; k++) sum += (r[k] - z[k]) * (r[k] - z[k]);
    return sum;
}

struct Residual {
    double natural, energy;
};

// The two residuals of abut.
static Residual residual_of(const Problem &p, const double *r) {
    double natural = 0, energy = 0, q2 = 0, r2 = 0, u2 = 0, stored = 0, moving = 0;
    for (int64_t i = 0; i < p.n; i++) {
        double u[3] = {p.q[3 * i], p.q[3 * i + 1], p.q[3 * i + 2]}, w = 1;
        for (int64_t k = p.first[i]; k < p.first[i + 1]; k++) {
            const double *b = &p.value[9 * k], *x = r + 3 * p.column[k];
            for (int a = 0; a < 3; a++) u[a] += b[3 * a] * x[0] + b[3 * a + 1] * x[1] + b[3 * a + 2] * x[2];
            if (p.column[k] == i) w = (b[0] + b[4] + b[8]) / 3;
        }
        natural += missed2(r + 3 * i, u, p.mu[i], 1);
        energy += w * missed2(r + 3 * i, u, p.mu[i], 1 / w);
        for (int k = 0; k < 3; k++) {
            q2 += p.q[3 * i + k] * p.q[3 * i + k];
            r2 += r[3 * i + k] * r[3 * i + k];
            u2 += u[k] * u[k];
            stored += w * r[3 * i + k] * r[3 * i + k];
            moving += p.q[3 * i + k] * p.q[3 * i + k] / w;
        }
    }
    return {std::sqrt(natural / std::fmax(q2, std::fmax(r2, u2))),
            std::sqrt(energy / std::fmax(stored, 1e-8 * moving))};
}

// ------------------------------------------------------------------------------------------------------------- solvers

struct Solver {
    const char *name;
    int id, local;         // solver, and that of one contact (0 = the usual one)
    int parameter, choice; // an integer parameter (-1 = none)
    bool sparse;           // needs a sparse matrix instead of blocks
};

static const Solver SOLVERS[] = {
    {"NSGS", SICONOS_FRICTION_3D_NSGS, 0, -1, 0, false},
    {"NSGS-AC", SICONOS_FRICTION_3D_NSGS, SICONOS_FRICTION_3D_ONECONTACT_NSN, -1, 0, false},
    {"NSGS-AC-GP", SICONOS_FRICTION_3D_NSGS, SICONOS_FRICTION_3D_ONECONTACT_NSN_GP, -1, 0, false},
    {"NSGS-AC-GP-HYBRID", SICONOS_FRICTION_3D_NSGS, SICONOS_FRICTION_3D_ONECONTACT_NSN_GP_HYBRID, -1, 0, false},
    {"NSGS-P", SICONOS_FRICTION_3D_NSGS, SICONOS_FRICTION_3D_ONECONTACT_ProjectionOnCone, -1, 0, false},
    {"NSGS-PLI", SICONOS_FRICTION_3D_NSGS, SICONOS_FRICTION_3D_ONECONTACT_ProjectionOnConeWithLocalIteration, -1, 0,
     false},
    {"NSGS-QUARTIC", SICONOS_FRICTION_3D_NSGS, SICONOS_FRICTION_3D_ONECONTACT_QUARTIC, -1, 0, false},
    {"NSN-AC", SICONOS_FRICTION_3D_NSN_AC, 0, -1, 0, true},
    {"NSN-AC-NOLS", SICONOS_FRICTION_3D_NSN_AC, 0, SICONOS_FRICTION_3D_NSN_LINESEARCH,
     SICONOS_FRICTION_3D_NSN_LINESEARCH_NO, true},
    {"NSN-AC-HYBRID", SICONOS_FRICTION_3D_NSN_AC, 0, SICONOS_FRICTION_3D_NSN_HYBRID_STRATEGY,
     SICONOS_FRICTION_3D_NSN_HYBRID_STRATEGY_VI_EG_NSN, true},
    {"NSN-FB", SICONOS_FRICTION_3D_NSN_FB, 0, -1, 0, true},
    {"NSN-NM", SICONOS_FRICTION_3D_NSN_NM, 0, -1, 0, true},
    {"PROX", SICONOS_FRICTION_3D_PROX, 0, -1, 0, false},
    {"PROX-NSGS", SICONOS_FRICTION_3D_PROX, SICONOS_FRICTION_3D_NSGS, -1, 0, false},
    {"TFP", SICONOS_FRICTION_3D_TFP, 0, -1, 0, false},
    {"VI-EG", SICONOS_FRICTION_3D_VI_EG, 0, -1, 0, false},
    {"VI-FPP", SICONOS_FRICTION_3D_VI_FPP, 0, -1, 0, false},
    {"ADMM", SICONOS_FRICTION_3D_ADMM, 0, -1, 0, true},
    {"ADMM-BALANCED", SICONOS_FRICTION_3D_ADMM, 0, SICONOS_FRICTION_3D_ADMM_IPARAM_RHO_STRATEGY,
     SICONOS_FRICTION_3D_ADMM_RHO_STRATEGY_SCALED_RESIDUAL_BALANCING, true},
};

static FrictionContactProblem *make(Problem &p, bool sparse) {
    const int n = int(3 * p.n);
    NumericsMatrix *m = NM_create(NM_SPARSE, n, n);
    NM_triplet_alloc(m, 9 * p.blocks);
    m->matrix2->origin = NSM_TRIPLET;
    for (int64_t i = 0; i < p.n; i++)
        for (int64_t k = p.first[i]; k < p.first[i + 1]; k++)
            for (int a = 0; a < 9; a++)
                cs_entry(m->matrix2->triplet, int(3 * i) + a / 3, 3 * p.column[k] + a % 3, p.value[9 * k + a]);
    if (!sparse) {
        NumericsMatrix *blocks = NM_new();
        blocks->storageType = NM_SPARSE_BLOCK;
        blocks->size0 = blocks->size1 = n;
        blocks->matrix1 = SBM_new();
        SBM_from_csparse(3, NM_csc(m), blocks->matrix1);
        m = blocks;
    }
    return frictionContactProblem_new_with_data(3, int(p.n), m, p.q.data(), p.mu.data());
}

struct Answer {
    bool ended;
    double seconds;
    Residual residual;
};

static void solve(Problem &p, const Solver &s, double tolerance, Answer *answer) {
    FrictionContactProblem *problem = make(p, s.sparse);
    SolverOptions *o = solver_options_create(s.id);
    if (s.local) solver_options_update_internal(o, 0, s.local);
    if (s.parameter >= 0) o->iparam[s.parameter] = s.choice;
    o->dparam[SICONOS_DPARAM_TOL] = tolerance;
    o->iparam[SICONOS_IPARAM_MAX_ITER] = 1000000;
    std::vector<double> r(p.q.size()), u(p.q.size());
    numerics_set_verbose(0);
    const double begin = cpu();
    fc3d_driver(problem, r.data(), u.data(), o);
    answer->seconds = cpu() - begin;
    answer->residual = residual_of(p, r.data());
    answer->ended = true;
}

static Answer solve_apart(Problem &p, const Solver &s, double tolerance, double limit) {
    Answer *answer =
        static_cast<Answer *>(mmap(nullptr, sizeof *answer, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    need(answer != MAP_FAILED);
    answer->ended = false;
    const pid_t child = fork();
    if (child == 0) {
        need(freopen("/dev/null", "w", stdout) != nullptr);
        itimerval timer = {};
        timer.it_value.tv_sec = time_t(limit);
        timer.it_value.tv_usec = suseconds_t(1e6 * (limit - std::floor(limit)));
        setitimer(ITIMER_PROF, &timer, nullptr);
        solve(p, s, tolerance, answer);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    const Answer result = *answer;
    munmap(answer, sizeof *answer);
    return result;
}

int main(int argc, char **argv) {
    need(argc >= 5);
    Problem p = read(argv[1]);
    const double tolerance = atof(argv[2]);
    const bool natural = argv[3][0] == 'n';
    double limit = atof(argv[4]);
    for (const Solver &s : SOLVERS) {
        if (argc > 5 && strcmp(argv[5], s.name) != 0) continue;
        for (double part = 1; part > 1e-3; part *= 0.1) {
            // the problem is made anew in the process: its time counts for the limit, not for the solver
            const Answer a = solve_apart(p, s, part * tolerance, limit + 1e-6 * double(p.blocks) + 0.05);
            if (!a.ended) break;
            if (!((natural ? a.residual.natural : a.residual.energy) <= tolerance)) continue;
            printf("%s %.6e %.3e %.3e\n", s.name, a.seconds, a.residual.natural, a.residual.energy);
            fflush(stdout);
            limit = std::fmin(limit, std::fmax(a.seconds, 0.01));
            break;
        }
    }
    return 0;
}
