// Words: "did you mean", the word of a list that is nearest to a misspelt one; and patterns.
#ifndef AB_BASE_NEAREST_WORD_H
#define AB_BASE_NEAREST_WORD_H

#include <stdbool.h>

// The nearest of `words` by edits (insert, drop, replace a letter, swap two neighbours; capitals count as equal), the
// first of equals; NULL when none is near enough to be meant: more than a third of the letters differ.
const char *ab_nearest_word(const char *word, const char *const *words, int count);

// '*' in the pattern stands for any letters, also none.
bool ab_is_like(const char *pattern, const char *name);

#endif
