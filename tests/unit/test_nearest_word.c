// "Did you mean": edit distances and patterns.
#include "base/nearest_word.h"
#include "claim.h"

static const char *const WORDS[] = {"radius", "restitution", "friction", "density", "dt", "end"};

static const char *near(const char *word) { return ab_nearest_word(word, WORDS, 6); }

TEST(one_edit_of_each_kind_finds_the_word) {
    assert_string_equal("radius", near("raduis"));  // swapped
    assert_string_equal("radius", near("radus"));   // dropped
    assert_string_equal("radius", near("raddius")); // inserted
    assert_string_equal("radius", near("rodius"));  // replaced
    assert_string_equal("radius", near("Radius"));  // capital
    assert_string_equal("friction", near("fricton"));
}

TEST(words_that_are_far_are_not_suggested) {
    CHECK(near("banana") == NULL);
    CHECK(near("") == NULL);
    CHECK(near("x") == NULL);
}

TEST(the_nearest_wins_and_the_first_of_equals) {
    const char *const two[] = {"cat", "car", "cart"};
    assert_string_equal("cart", ab_nearest_word("carte", two, 3));
    assert_string_equal("cat", ab_nearest_word("cab", two, 3));
}

TEST(long_words_neither_match_nor_overflow) {
    char word[500];
    memset(word, 'a', sizeof word - 1);
    word[sizeof word - 1] = 0;
    const char *const same[] = {word};
    CHECK(ab_nearest_word(word, WORDS, 6) == NULL);
    CHECK(ab_nearest_word("a", same, 1) == NULL);
}

CLAIMS(CLAIM(one_edit_of_each_kind_finds_the_word), CLAIM(words_that_are_far_are_not_suggested),
       CLAIM(the_nearest_wins_and_the_first_of_equals), CLAIM(long_words_neither_match_nor_overflow))
