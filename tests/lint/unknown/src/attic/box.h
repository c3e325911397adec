// In a room that the architecture does not have.
