"""The time of the jars, which the cache of Java's start is of."""

from __future__ import annotations

from pathlib import Path

from perrin._recorded import RECORDED, date_jars


def test_jars_get_the_time_of_the_cache(tmp_path: Path) -> None:
    lib = tmp_path / "lib"
    (lib / "lib").mkdir(parents=True)
    jars = [lib / "perrin.jar", lib / "lib" / "other.jar"]
    for jar in jars:
        jar.touch()
    date_jars(tmp_path)
    assert all(jar.stat().st_mtime != RECORDED for jar in jars), "there is no cache"
    (lib / "perrin.aot").touch()
    date_jars(tmp_path)
    assert all(jar.stat().st_mtime == RECORDED for jar in jars)
