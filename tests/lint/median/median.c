// Every function is short enough, but the typical one is not.
int f0(int x) { return x; }
int a(int x) {
    x += 1;
    x += 1;
    x += 1;
    x += 1;
    x += 1;
    x += 1;
    x += 1;
    x += 1;
    x += 1;
    x += 1;
    return x;
}
int b(int x) {
    x += 1;
    x += 1;
    x += 1;
    x += 1;
    x += 1;
    x += 1;
    x += 1;
    x += 1;
    x += 1;
    x += 1;
    return x;
}
