#!/usr/bin/env python3
"""Builds the wheel of one platform: the package around the runtime that ``./mvnw -Pdist`` makes.

    python/build.py                       # for this machine, into python/dist
    python/build.py --platform linux-aarch64 --zip perrin-0.1.0-linux-aarch64.zip

jlink makes a runtime for the machine that it runs on, so a wheel of another platform is built on such a
machine, or from the zip file of one.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "src" / "perrin"))
from _recorded import RECORDED

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
DIST = HERE / "src" / "perrin" / "_dist"
MOST_BYTES = 100_000_000

# our name: tag of the wheel, and where DuckDB and zstd have their libraries
PLATFORMS = {
    "linux-x86_64": ("manylinux_2_28_x86_64", "_linux_amd64", "linux/amd64/"),
    "linux-aarch64": ("manylinux_2_28_aarch64", "_linux_arm64", "linux/aarch64/"),
    "macos-arm64": ("macosx_11_0_arm64", "_macos_arm64", "darwin/aarch64/"),
}


def this_platform() -> str:
    system = {"Darwin": "macos"}.get(platform.system(), platform.system().lower())
    return f"{system}-{platform.machine()}"


def distribution() -> Path:
    """The zip file that Maven makes."""
    for old in (ROOT / "cli" / "target").glob("perrin-*.zip"):
        old.unlink()
    subprocess.run([str(ROOT / "mvnw"), "-q", "-B", "-Pdist", "-DskipTests", "-pl", "cli", "-am", "package"], cwd=ROOT, check=True)
    (found,) = (ROOT / "cli" / "target").glob("perrin-*.zip")
    return found


def unpack(file: Path, duckdb: str, zstd: str) -> None:
    """The files of the distribution, executable ones still so, without what this platform never loads."""
    shutil.rmtree(DIST, ignore_errors=True)
    with zipfile.ZipFile(file) as zipped:
        for entry in zipped.infolist():
            path = DIST.joinpath(*Path(entry.filename).parts[1:])
            if entry.is_dir() or path.name in ("README.md", "classes.jsa", "classes_nocoops.jsa"):
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(zipped.read(entry))
            if entry.external_attr >> 16 & stat.S_IXUSR:
                path.chmod(0o755)
    # as a file next to its jar, where the launcher looks, DuckDB's library need not be unpacked at every start
    library = "libduckdb_java.dylib" if "macos" in duckdb else "libduckdb_java.so"
    slim("duckdb_jdbc-*.jar", lambda name: name.startswith("libduckdb_java.so"), lambda name: name.endswith(duckdb), library)
    slim("zstd-jni-*.jar", lambda name: "libzstd-jni" in name, lambda name: name.startswith(zstd))
    slim("echarts-*.jar", lambda name: "/webjars/" in name, lambda name: name.endswith("/dist/echarts.min.js"))


def slim(jar: str, large: Callable[[str], bool], needed: Callable[[str], bool], beside: str | None = None) -> None:
    """Leaves large files that are not needed out of a jar; those that are may go into files next to it."""
    (file,) = DIST.rglob(jar)
    slimmed = file.with_suffix(".slim")
    kept = 0
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(slimmed, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            if not large(entry.filename) or needed(entry.filename):
                kept += large(entry.filename)
                if beside and large(entry.filename):
                    (file.parent / beside).write_bytes(old.read(entry))
                else:
                    new.writestr(entry, old.read(entry))
    if kept != 1:
        sys.exit(f"build.py: {kept} files to keep in {file.name}, not one: see PLATFORMS")
    slimmed.replace(file)


def record() -> None:
    """What starting and a first fit take, in a cache that Java reads instead of doing it again."""
    for jar in (DIST / "lib").rglob("*.jar"):
        os.utime(jar, (RECORDED, RECORDED))
    lib = DIST / "lib"
    subprocess.run(
        [str(DIST / "bin" / "perrin"), "warm-up"],
        env={**os.environ, "PERRIN_JAVA_OPTIONS": f"-XX:AOTCacheOutput={lib / 'perrin.aot'}"},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    if not (lib / "perrin.aot").exists():
        sys.exit("build.py: Java made no cache of a first fit")


def wheel(tag: str, out: Path) -> Path:
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", str(out), str(HERE)],
        env={**os.environ, "PERRIN_PLATFORM": tag},
        check=True,
    )
    return max(out.glob(f"perrin-*{tag}.whl"), key=lambda file: file.stat().st_mtime)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--platform", choices=PLATFORMS, default=this_platform())
    parser.add_argument("--zip", type=Path, help="a distribution that is there already")
    parser.add_argument("--out", type=Path, default=HERE / "dist")
    given = parser.parse_args()
    tag, duckdb, zstd = PLATFORMS[given.platform]
    unpack(given.zip or distribution(), duckdb, zstd)
    try:
        if given.platform == this_platform():
            record()
        given.out.mkdir(parents=True, exist_ok=True)
        file = wheel(tag, given.out)
    finally:
        shutil.rmtree(DIST, ignore_errors=True)
    size = file.stat().st_size
    print(f"{file}  {size / 1e6:.1f} MB")
    if size > MOST_BYTES:
        sys.exit(f"build.py: the wheel is larger than {MOST_BYTES / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
