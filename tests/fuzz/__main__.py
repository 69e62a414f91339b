"""`python -m tests.fuzz 200`: so many cases of every kind, or of some, told as they are found."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from tests.fuzz.kinds import KINDS, try_cases


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", type=int, help="of every kind")
    parser.add_argument("--kind", action="append", choices=KINDS, help="only this kind; repeatable")
    parser.add_argument("--first", type=int, default=0, help="number of the first case; tests begin with 0")
    parser.add_argument(
        "--alike", type=int, default=3, help="so many faults are told of those that are alike"
    )
    given = parser.parse_args()
    faults: Counter[str] = Counter()
    for kind in given.kind or KINDS:
        start = time.monotonic()
        codes: Counter[int] = Counter()
        for tried in try_cases(kind, given.first, given.cases):
            codes[tried.code] += 1
            if tried.wrong:
                alike = f"{tried.wrong} {tried.said[-60:]}"
                faults[alike] += 1
                if faults[alike] <= given.alike:
                    print(tried, flush=True)
        ends = ", ".join(f"exit {code} {times} times" for code, times in sorted(codes.items()))
        print(f"{kind}: {given.cases} cases, {time.monotonic() - start:.0f} s; {ends}", flush=True)
    print(f"{faults.total()} faults of {len(faults)} kinds")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
