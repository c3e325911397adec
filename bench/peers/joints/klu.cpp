// KLU on the matrix of a mechanism, given as lines "row column value" after a line "size entries": seconds of a numeric factorisation with a
// known pattern and pivots, and of a solution.
#include "common.h"

#include <suitesparse/klu.h>

#include <algorithm>
#include <vector>

struct Entry {
    int row, column;
    double value;
};

int main(int argc, char **argv) {
    std::FILE *f = argc == 2 ? std::fopen(argv[1], "r") : nullptr;
    int n = 0, count = 0;
    if (!f || std::fscanf(f, "%d %d", &n, &count) != 2) return 2;
    std::vector<Entry> entry((std::size_t)count);
    for (Entry &e : entry)
        if (std::fscanf(f, "%d %d %lf", &e.row, &e.column, &e.value) != 3) return 2;
    std::fclose(f);
    std::sort(entry.begin(), entry.end(), [](const Entry &a, const Entry &b) {
        return a.column != b.column ? a.column < b.column : a.row < b.row;
    });
    std::vector<int> first((std::size_t)n + 1, 0), row;
    std::vector<double> value, x((std::size_t)n, 1);
    for (const Entry &e : entry) {
        first[(std::size_t)e.column + 1]++;
        row.push_back(e.row);
        value.push_back(e.value);
    }
    for (int i = 0; i < n; i++) first[(std::size_t)i + 1] += first[(std::size_t)i];
    klu_common common;
    klu_defaults(&common);
    klu_symbolic *symbolic = klu_analyze(n, first.data(), row.data(), &common);
    klu_numeric *numeric = symbolic ? klu_factor(first.data(), row.data(), value.data(), symbolic, &common) : nullptr;
    if (!numeric) return 1;
    double factor = 1e9, solve = 1e9;
    for (int turn = 0; turn < 50; turn++) {
        const double began = cpu_seconds();
        klu_refactor(first.data(), row.data(), value.data(), symbolic, numeric, &common);
        const double factored = cpu_seconds();
        klu_solve(symbolic, numeric, n, 1, x.data(), &common);
        factor = std::min(factor, factored - began);
        solve = std::min(solve, cpu_seconds() - factored);
    }
    return std::printf("%.9g %.9g 0\n", factor, solve) < 0;
}
