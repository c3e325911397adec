// Largest force of a contact.
double largest(double force, double most_force);
double largest(double force, double most_force) { return force > most_force ? force : most_force; }
