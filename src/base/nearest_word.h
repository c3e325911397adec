// Suggestions for misspelt words ("did you mean"), and matching of patterns.
#ifndef AB_BASE_NEAREST_WORD_H
#define AB_BASE_NEAREST_WORD_H

#include <stdbool.h>

// The nearest of `words` by edits (insert, delete or replace a letter, swap two neighbours; case is ignored), the first
// of equals; NULL if more than a third of the letters differ from every word.
const char *ab_nearest_word(const char *word, const char *const *words, int count);

// '*' in the pattern matches any letters, or none.
bool ab_is_like(const char *pattern, const char *name);

#endif
