"""The command ``perrin`` itself, as the wheel brings it."""

from __future__ import annotations

import os
import sys

from ._command import PerrinError, command


def main() -> None:
    """Becomes the command."""
    try:
        words = command()
    except PerrinError as error:
        sys.exit(f"perrin: {error}")
    os.environ.pop("PERRIN_COMMAND", None)  # which may name this very command
    os.execvp(words[0], [*words, *sys.argv[1:]])


if __name__ == "__main__":
    main()
