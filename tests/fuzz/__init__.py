"""Files and command lines as nobody should write them: seeded mutations of every kind of input, and what the program may say to them.

A case is a kind and a number; both make the same case on every machine. `python -m tests.fuzz 200` tries 200 more of every kind,
`python -m tests.fuzz 1 --kind board --first 17` one case again.
"""
