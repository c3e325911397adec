// The friction cone K = {|r_t| <= mu r_n} of one contact. Vectors have the order (normal, first tangent, second
// tangent).
#ifndef AB_SOLVE_CONE_H
#define AB_SOLVE_CONE_H

// Euclidean projection onto K, in place.
void ab_cone_project(double mu, double z[3]);

typedef enum ab_cone_state { AB_CONE_OPEN, AB_CONE_STICK, AB_CONE_SLIP } ab_cone_state;

// The projection of z and its derivative, row-major. OPEN: it is 0; STICK: it is z; SLIP: on the boundary of K.
ab_cone_state ab_cone_derive_projection(double mu, const double z[3], double projected[3], double derivative[9]);

// Solves Signorini's condition and Coulomb's law of one contact exactly:  u = W r + b,  r in K,  u + mu |u_t| n in the
// dual cone of K, complementary.
//   w: row-major, W_nn > 0; need not be symmetric
//   b: velocity without this contact's impulse
//   r: impulse; output
//   slip: |u_t|/|r_t| of the last call as initial guess, negative = none; updated
// If both stick and slip are possible, stick is returned.
ab_cone_state ab_cone_solve(const double w[9], const double b[3], double mu, double r[3], double *slip);

// The same for the convex relaxation of the law, without the shift:  u = W r + b,  r in K,  u in the dual cone,
// complementary. W must be positive definite. r: initial guess; output
void ab_cone_solve_relaxed(const double w[9], const double b[3], double mu, double r[3]);

#endif
