// One of two.
#ifndef AB_BASE_TWIN_H
#define AB_BASE_TWIN_H

typedef struct twin {
    int a;
} twin;

#endif
