"""How much is read of files that may come from a stranger, and what text in them may be. docs/strangers.md says what memory follows from it.

Sizes are asked before anything is read, and counts before anything is made of it: a small file can stand for huge work.
"""

# Text that people write: places, studies, skills, lists of plays, policies.
MAX_FILE_BYTES = 262_144
MAX_KEY_PARTS = 16  # of a dotted TOML key, which may be a table's heading
MAX_NESTING = 16  # of TOML arrays and inline tables in each other

# Characters of one text in a file; names and titles of places and studies have narrower limits of their own.
MAX_TEXT = 4_096
MAX_COMMAND = MAX_FILE_BYTES  # the command that made a run, which may name many places
MAX_SENTENCE = 500  # on what went wrong

# A run's folder.
MAX_CELLS_OF_A_RUN = 10_000
MAX_MANIFEST_BYTES = 33_554_432  # 10,000 cells of 3 kB
MAX_MANIFEST_VALUES = 150 * MAX_CELLS_OF_A_RUN  # a cell has about 85, and one for each factor
MAX_KEPT_BYTES = 8_388_608  # of all places of a kind
MAX_TRACE_BYTES = 5_000_000  # unpacked; a game has a tenth of that
MAX_TRACE_VALUES = 300_000  # lines included; a game has a tenth of that too
