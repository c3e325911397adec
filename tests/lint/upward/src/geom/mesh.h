// A neighbour above.
