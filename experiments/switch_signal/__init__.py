"""Work on one game only: finding weights for its players, and its ladder of difficulty."""
