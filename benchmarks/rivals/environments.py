"""An environment for each rival, made from PyPI when it is first needed, in the folder where compiled kernels are kept too.

Versions are those that the scripts were tried with. Whoever does not install here is told of, not left out.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

from simulator.core.jit_cache import cache_root

REQUIREMENTS = {
    "catanatron": ("catanatron==3.2.1",),
    "open_spiel": ("open_spiel==2.0.2",),
    "pgx": ("pgx==2.6.0", "jax==0.10.2"),
}


class NotInstalled(Exception):
    """A rival that could not be installed for this Python."""


def environment_of(rival: str) -> Path:
    """The Python of a rival's environment."""
    wanted = "\n".join((*REQUIREMENTS[rival], sys.version))
    folder = cache_root() / "rivals" / rival
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = folder / "complete"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return python
    venv.create(folder, clear=True, with_pip=True)
    pip = [
        str(python),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--only-binary",
        ":all:",
    ]
    if subprocess.run([*pip, *REQUIREMENTS[rival]], capture_output=True).returncode:
        version = ".".join(map(str, sys.version_info[:2]))
        raise NotInstalled(f"{' and '.join(REQUIREMENTS[rival])} could not be installed for Python {version}")
    stamp.write_text(wanted, encoding="utf-8")
    return python
