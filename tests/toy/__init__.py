"""A whole game in one folder, as its author would keep it: what the laboratory's own tests play, and what authors copy first."""
