// Tests are claims: TEST(name_that_can_be_false) { CHECK(...); }, listed in a table at the end of the file with
// `CLAIMS(CLAIM(a), CLAIM(b))`, which makes main(). A tolerance is written with its reason.
#ifndef ABUT_TESTS_CLAIM_H
#define ABUT_TESTS_CLAIM_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define TEST(name)       static void name(__attribute__((unused)) void **state_)
#define CLAIM(name)      cmocka_unit_test(name)
#define CHECK(condition) assert_true(condition)
#define CHECK_OK(cx, call)                                                                                             \
    do {                                                                                                               \
        if ((call) != ABUT_OK) fail_msg("%s: %s", #call, abut_context_message(cx));                                    \
    } while (0)
#define CHECK_STATUS(expected, call) assert_int_equal((expected), (call))
// |actual - expected| <= tolerance; fails for NaN.
#define CHECK_NEAR(actual, expected, tolerance)                                                                        \
    do {                                                                                                               \
        const double a_ = (actual), e_ = (expected), t_ = (tolerance);                                                 \
        if (!(fabs(a_ - e_) <= t_)) fail_msg("%s = %.17g, expected %.17g within %.3g", #actual, a_, e_, t_);           \
    } while (0)
#define CLAIMS(...)                                                                                                    \
    int main(void) {                                                                                                   \
        const struct CMUnitTest claims[] = {__VA_ARGS__};                                                              \
        return cmocka_run_group_tests(claims, NULL, NULL);                                                             \
    }

#endif
