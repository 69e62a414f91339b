"""Run Signalbox on a fresh machine with nothing but Python: `python3 boot.py sim sweep --tokens 7..10`.

Makes a virtual environment `.venv` beside this file when it is missing or pyproject.toml has changed, installs the
package into it, and goes on with the command:

    python3 boot.py sim …      the program, with these arguments
    python3 boot.py test …     the tests, with these arguments for pytest
    python3 boot.py check      lint, types, the slow tests and whether the kernels are as quick as they were
"""

import sys

# First of all, and in syntax that old versions can read, so that they can still say it.
if sys.version_info < (3, 11):
    sys.exit("boot: Signalbox needs Python 3.11 or later; this is Python %d.%d." % sys.version_info[:2])

import hashlib
import importlib.util
import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
# OURS is written before the environment is made and STAMP after it is complete: with one and without the other, an
# installation was interrupted. An environment with neither was made by somebody else and is never deleted.
OURS, STAMP = VENV / "boot-made-this", VENV / "boot-stamp"
CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "--quiet", "."),
    ("mypy",),
    ("pytest", "-n", "auto", "-m", "slow"),
    ("benchmarks.guard",),  # by itself, when nothing else runs
)


def say(sentence: str) -> None:
    print(f"boot: {sentence}", file=sys.stderr, flush=True)


def program(name: str) -> Path:
    """A program of the environment."""
    return VENV / ("Scripts" if os.name == "nt" else "bin") / (f"{name}.exe" if os.name == "nt" else name)


def wanted_stamp(extra: str) -> str:
    """Changes with the requirements, and when the folder is moved (environments know their path)."""
    content = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + os.fsencode(ROOT)).hexdigest()
    return f"{content} {extra}".strip()


def is_ready(extra: str) -> bool:
    """What was installed for the tests serves the program too."""
    try:
        found = STAMP.read_text(encoding="utf-8").strip()
    except OSError:
        return False
    return program("python").exists() and found in {wanted_stamp(extra), wanted_stamp("dev")}


def make_environment() -> None:
    for module in ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            sys.exit(
                f"boot: this Python lacks its module {module}; "
                "install it (on Debian and Ubuntu the package is called python3-venv) and try again."
            )
    say("making the environment .venv")
    VENV.mkdir()
    OURS.touch()
    run_step([sys.executable, "-m", "venv", str(VENV)], "the environment could not be made")


def run_step(command: list[str], failure: str) -> None:
    """Its output goes to stderr: stdout belongs to the program that is run in the end."""
    if subprocess.run(command, cwd=ROOT, stdout=sys.stderr.fileno()).returncode:
        sys.exit(f"boot: {failure}; the reason stands above.")


def install(extra: str) -> None:
    if VENV.exists() and not STAMP.exists() and OURS.exists():
        say("an earlier installation was interrupted; starting again")
        shutil.rmtree(VENV)
    elif VENV.exists() and not program("python").exists():
        if not OURS.exists():
            sys.exit(
                "boot: there is a .venv without Python that this script did not make; remove or rename it."
            )
        shutil.rmtree(VENV)
    if not VENV.exists():
        make_environment()
    STAMP.unlink(missing_ok=True)
    package = f"{ROOT}[{extra}]" if extra else str(ROOT)
    say("installing what Signalbox needs; this can take some minutes")
    pip = [str(program("python")), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run_step([*pip, "--editable", package], "the installation failed")
    STAMP.write_text(wanted_stamp(extra) + "\n", encoding="utf-8")
    say("ready")


def become(command: list[str]) -> None:
    """Run a command in place of this script, so that signals and exit codes are its own."""
    if os.name == "nt":
        try:
            sys.exit(subprocess.run(command).returncode)
        except KeyboardInterrupt:
            sys.exit(130)
    os.execv(command[0], command)


def check() -> None:
    """Every check that is not among the everyday tests, also after one has failed."""
    failed = []
    for name, *arguments in CHECKS:
        say(" ".join([name, *arguments]))
        command = [str(program("python")), "-m", name, *arguments]
        if subprocess.run(command, cwd=ROOT).returncode:
            failed.append(name + (f" {arguments[0]}" if name == "ruff" else ""))
    if failed:
        sys.exit(f"boot: failed: {', '.join(failed)}.")
    say("all checks passed")


def main() -> None:
    command, rest = (sys.argv[1] if len(sys.argv) > 1 else ""), sys.argv[2:]
    if command not in ("sim", "test", "check") or (command == "check" and rest):
        sys.exit("boot: usage: boot.py sim [arguments], boot.py test [pytest arguments] or boot.py check.")
    extra = "" if command == "sim" else "dev"
    if not is_ready(extra):
        install(extra)
    if command == "sim":
        become([str(program("sim")), *rest])
    elif command == "test":
        os.chdir(ROOT)
        become([str(program("python")), "-m", "pytest", "-n", "auto", *rest])
    else:
        check()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        sys.exit(f"boot: {error}.")
