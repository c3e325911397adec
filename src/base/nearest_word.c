// Optimal string alignment distance (Damerau-Levenshtein without overlapping edits) by three rolling rows:
//   d(i,j) = min(d(i-1,j) + 1, d(i,j-1) + 1, d(i-1,j-1) + [a_i != b_j], d(i-2,j-2) + 1 if the last two letters are
//     swapped)
#include "base/nearest_word.h"

#include <stddef.h>
#include <string.h>

#define LONGEST 63 // longer words are not compared

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static int min(int a, int b) { return a < b ? a : b; }

static int cell(const int *before, const int *above, const int *row, const char *a, const char *b, int i, int j) {
    const char x = lower(a[i - 1]), y = lower(b[j - 1]);
    const int best = min(min(above[j], row[j - 1]) + 1, above[j - 1] + (x != y));
    const int swapped = i > 1 && j > 1 && x == lower(b[j - 2]) && y == lower(a[i - 2]);
    return swapped ? min(best, before[j - 2] + 1) : best;
}

static int distance(const char *a, int na, const char *b, int nb) {
    int rows[3][LONGEST + 1] = {{0}};
    for (int j = 0; j <= nb; j++) rows[0][j] = j;
    for (int i = 1; i <= na; i++) {
        int *row = rows[i % 3];
        row[0] = i;
        for (int j = 1; j <= nb; j++) row[j] = cell(rows[(i + 1) % 3], rows[(i + 2) % 3], row, a, b, i, j);
    }
    return rows[na % 3][nb];
}

const char *ab_nearest_word(const char *word, const char *const *words, int count) {
    const size_t length = strlen(word);
    if (length == 0 || length > LONGEST) return NULL;
    const char *nearest = NULL;
    int best = LONGEST + 1;
    for (int i = 0; i < count; i++) {
        const size_t other = strlen(words[i]);
        if (other > LONGEST) continue;
        const int d = distance(word, (int)length, words[i], (int)other);
        const size_t longer = length > other ? length : other;
        if (d < best && 3 * (size_t)d <= longer + 1) {
            best = d;
            nearest = words[i];
        }
    }
    return nearest;
}

bool ab_is_like(const char *pattern, const char *name) {
    const char *star = NULL, *from = NULL;
    while (*name) {
        if (*pattern == '*') {
            star = pattern++;
            from = name;
        } else if (*pattern == *name) {
            pattern++;
            name++;
        } else if (star) {
            pattern = star + 1;
            name = ++from;
        } else {
            return false;
        }
    }
    while (*pattern == '*') pattern++;
    return *pattern == 0;
}
