// The other.
typedef struct twin {
    int b;
} twin;
