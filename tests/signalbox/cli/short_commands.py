"""Which commands of the pages are run by tests, and how they are made short; for the others, why they are not."""

from __future__ import annotations

import re

NOT_RUN = {
    r"python3 boot\.py": "`.ci/fresh-machine` runs what the README says; tests/test_boot.py has the rest",
    r"python3 -m venv|\.venv-cluster/|.* --scheduler ": "needs several machines; tests/experiments/test_cluster.py plays on workers of its own",
    r"python -m (tests|benchmarks|pytest|ruff|mypy)": "for who works on the project; tests have smaller forms of these",
    r"\.ci/": "is what runs the tests",
    r"source ": "is for the shell in which somebody types",
    r"sim ladder --policies": "takes hours; test_ladder.py writes a small one",
    r"sim train ": "takes hours; test_train.py takes two steps",
    r"sim (sweep|report) .*NAME": "NAME stands for a study",
    r".* --watch": "ends with Ctrl-C; test_own_board_page.py does that",
}
# Pages with tests of their own, which also make their edits and their mistakes.
OWN_TESTS = {
    "docs/own-game.md": "test_own_game_page.py",
    "docs/own-board.md": "test_own_board_page.py",
    "docs/own-policy.md": "test_own_policy_page.py",
}
FEW_GAMES = {"run": 20, "sweep": 2, "compare": 500, "tune": 2, "calibrate": 20, "resume": 4}


def is_run(line: str) -> bool:
    return not any(re.match(pattern, line) for pattern in NOT_RUN)


def shortened(words: list[str]) -> list[str]:
    """The same command with few games, and a sweep without its report."""
    name = words[0]
    if name not in FEW_GAMES:
        return words
    several = {"--games", "--precision"} if name == "sweep" else {"--games"}
    kept = [word for before, word in zip(["", *words], words, strict=False) if not {before, word} & several]
    report = ["--no-report"] if name == "sweep" and "--no-report" not in kept else []
    return [*kept, "--games", str(FEW_GAMES[name]), *report]
