// Solves for the reactions of joints.
void ab_hold(void);
void ab_hold(void) {}
