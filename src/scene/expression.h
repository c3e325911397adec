// Arithmetic in scenes: a text that begins with = is computed, "=2*a + 1 mm", with the variables of `let`.
//
//     sum     = product {("+" | "-") product}
//     product = signed {("*" | "/") signed}
//     signed  = {"+" | "-"} power
//     power   = primary ["^" ["-"] digits]
//     primary = number [unit] | variable | pi | function "(" sum {"," sum} ")" | "(" sum ")"
//     unit    = name ["^" ["-"] digits] {(" " | "." | "*" | "/") name ["^" ["-"] digits]}
//
// A unit stands behind a number and binds tighter than any operator: 10 N/2 mm is 5 N/mm. Everywhere else names are
// variables; a name that could be both is refused. Every value carries its dimension, so that lengths and times cannot
// be added, and a length is asked for where the key is a length. Depth and length are limited; nothing else is
// evaluated.
#ifndef AB_SCENE_EXPRESSION_H
#define AB_SCENE_EXPRESSION_H

#include "scene/schema.h"

#define AB_EXPRESSION_LONGEST 1000 // bytes
#define AB_EXPRESSION_DEPTH   60   // brackets, and variables that need each other
#define AB_VARIABLES_MAX      1000

// What a value without dimension is: a constant or the result of a function; a bare number, which stands for a quantity
// in the unit of the file where it is used; or what is left when units cancel, which stands for a number only. The last
// kind involved wins.
typedef enum ab_pure { AB_PURE_CONSTANT, AB_PURE_BARE, AB_PURE_RATIO } ab_pure;

typedef struct ab_value {
    double number; // SI
    ab_dimension dimension;
    ab_pure pure;
} ab_value;

typedef struct ab_variables ab_variables;

// Takes the variables from the key `let` of the root and computes them all.
void ab_take_variables(ab_loader *l, const ab_node *root);
void ab_tell_unused(ab_loader *l, const ab_node *root); // warns of those that nothing has used so far

bool ab_is_expression(const ab_node *scalar);
bool ab_lacks_equals(const ab_loader *l, const ab_node *scalar); // whether a text that is no quantity may be meant so
// The value of an expression for a key; false after a diagnostic. *bare: it has no unit, and is to be converted.
bool ab_evaluate_for(ab_loader *l, const ab_key *key, const ab_node *node, double *number, bool *bare);

#endif
