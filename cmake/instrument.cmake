# Compilers that watch the program: ABUT_SANITIZE=address,undefined or thread, ABUT_COVERAGE=ON. The flags hang on
# abut_flags, so that library, program and tests always agree.
set(ABUT_SANITIZE "" CACHE STRING "Sanitizers for -fsanitize=, e.g. address,undefined")
option(ABUT_COVERAGE "Count executed lines (gcc --coverage)" OFF)

if(ABUT_SANITIZE)
  target_compile_options(abut_flags INTERFACE
    -fsanitize=${ABUT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(abut_flags INTERFACE -fsanitize=${ABUT_SANITIZE})
endif()
if(ABUT_COVERAGE)
  # Atomic counters would be exact, but twelve times slower in hot loops. gcov derives some counts from others: those that
  # counts lost between threads make negative are left out (tools/coverage.sh).
  target_compile_options(abut_flags INTERFACE --coverage)
  target_compile_definitions(abut_flags INTERFACE AB_ONE_WIDTH)
  target_link_options(abut_flags INTERFACE --coverage)
endif()
if(ABUT_FUZZ)
  target_compile_options(abut_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Environment in which an instrumented test must run; empty otherwise.
set(ABUT_TEST_ENVIRONMENT "")
if(ABUT_SANITIZE MATCHES "thread")
  list(APPEND ABUT_TEST_ENVIRONMENT "TSAN_OPTIONS=halt_on_error=1")
elseif(ABUT_SANITIZE MATCHES "address")
  list(APPEND ABUT_TEST_ENVIRONMENT
    "ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=1"
    "UBSAN_OPTIONS=print_stacktrace=1")
endif()
