"""The wheel holds a cache of Java's start, which is of jars of one time: theirs is set to it."""

from __future__ import annotations

import os
from pathlib import Path

RECORDED = 1_700_000_000


def date_jars(dist: Path) -> None:
    """Gives the jars their time again, which an installer does not keep; else Java starts without the cache."""
    if not (dist / "lib" / "perrin.aot").exists() or (dist / "lib" / "perrin.jar").stat().st_mtime == RECORDED:
        return
    try:
        for jar in (dist / "lib").rglob("*.jar"):
            os.utime(jar, (RECORDED, RECORDED))
    except OSError:
        pass  # another user's installation
