// A library that says printf("...") in a comment or "exit(1)" in a text is fine; this one is not.
const char *loud(int n) {
    if (n < 0) abort();
    return "exit(1)";
}
