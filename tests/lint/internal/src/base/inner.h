// Internal to the library.
int inner(void);
