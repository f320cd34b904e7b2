"""Draws as the folder of a fit holds them, and as ArviZ wants them."""

from __future__ import annotations

import contextlib
import importlib
import json
import re
import struct
import threading
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ._command import PerrinError

Array = npt.NDArray[np.float64]

_STATISTICS = {
    "lp__": "lp",
    "accept_stat__": "acceptance_rate",
    "stepsize__": "step_size",
    "treedepth__": "tree_depth",
    "n_leapfrog__": "n_steps",
    "divergent__": "diverging",
    "energy__": "energy",
}
_INDEXED = re.compile(r"(.+)\[([^\[\]]*)\]", re.DOTALL)


def read(folder: Path, columns: int) -> Array:
    """Chains by draws by columns, mapped where there is one chain; chains are cut to the shortest."""
    chains: list[Array] = []
    while (path := folder / "draws" / f"chain-{len(chains) + 1}.npy").is_file():
        chains.append(np.load(path, mmap_mode="r"))
    if not chains:
        raise PerrinError(f"{folder} has no draws/chain-1.npy: fit again")
    if chains[0].shape[1] != columns:
        raise PerrinError(f"{folder}: draws and fit.json disagree: fit again")
    least = min(len(chain) for chain in chains)
    if any(len(chain) > least for chain in chains):
        warnings.warn(f"chains have different lengths: the first {least} draws of each are used", stacklevel=3)
    return np.stack([chain[:least] for chain in chains])


def group_effects(file: Path, effects: int) -> tuple[list[int], npt.NDArray[np.float32]]:
    """The draws, counted over all chains, whose effects of groups are kept, and these effects."""
    content = file.read_bytes()
    magic, version, length = struct.unpack_from("<8sii", content)
    if magic != b"PERRINGE" or version != 1:
        raise PerrinError(f"{file} is damaged, or of a newer perrin: fit again")
    kept = json.loads(content[16 : 16 + length])["draws"]
    numbers = np.frombuffer(content, np.dtype("<f4"), len(kept) * effects, 16 + length)
    return kept, numbers.reshape(len(kept), effects)


def variables(names: Sequence[str]) -> dict[str, tuple[list[int], list[str] | None]]:
    """Variables with the places of their parameters and, of those with an index, its values.

    ``town[Bonn]`` and ``town[Kiel]`` are two elements of ``town``, as ArviZ prints them.
    """
    out: dict[str, tuple[list[int], list[str] | None]] = {}
    plain = {name for name in names if not _INDEXED.fullmatch(name)}
    for place, name in enumerate(names):
        match = _INDEXED.fullmatch(name)
        if match is None or match[1] in plain:
            out[name] = ([place], None)
            continue
        places, levels = out.setdefault(match[1], ([], []))
        assert levels is not None
        places.append(place)
        levels.append(match[2])
    return out


def begin_import() -> threading.Thread:
    """ArviZ takes a second to import: started while the command computes what it is to hold."""
    thread = threading.Thread(target=_import_arviz, name="perrin-arviz")
    thread.start()
    return thread


def _import_arviz() -> None:
    with contextlib.suppress(Exception):  # said again, and to the user, where it is used
        importlib.import_module("arviz")


def to_arviz(
    draws: Array,
    statistics: Sequence[str],
    names: Sequence[str],
    groups: Mapping[str, Mapping[str, Any]],
    attributes: Mapping[str, str],
    effects: tuple[Sequence[str], Array] | None = None,
) -> Any:
    """ArviZ's container: ``InferenceData`` of ArviZ 0, a ``DataTree`` from ArviZ 1 on.

    ``effects`` are those of groups, behind the parameters.
    """
    import xarray as xr

    parameters = draws[:, :, len(statistics) :]
    coordinates: dict[str, Any] = {"chain": np.arange(len(draws)), "draw": np.arange(draws.shape[1])}
    posterior: dict[str, Any] = {}
    levels: dict[str, list[str]] = {}
    for held, values in [(names, parameters)] + ([] if effects is None else [effects]):
        for name, (places, index) in variables(held).items():
            own = name if name not in posterior else f"{name} (effects)"
            if index is None:
                posterior[own] = (("chain", "draw"), values[:, :, places[0]])
            else:
                dimension = f"{own}_dim"
                levels[dimension] = index
                posterior[own] = (("chain", "draw", dimension), _columns(values, places))
    datasets = {"posterior": xr.Dataset(posterior, {**coordinates, **levels}, attributes)}
    stats = {
        _STATISTICS[name]: (("chain", "draw"), _typed(name, draws[:, :, k]))
        for k, name in enumerate(statistics)
        if name in _STATISTICS and not np.isnan(draws[:, :, k]).all()
    }
    if stats:
        datasets["sample_stats"] = xr.Dataset(stats, coordinates, attributes)
    for group, content in groups.items():
        datasets[group] = xr.Dataset(
            dict(content), coordinates if group == "log_likelihood" else None, attributes
        )
    return _container(datasets)


def _columns(parameters: Array, places: list[int]) -> Array:
    first, last = places[0], places[-1]
    if last - first + 1 == len(places):
        return parameters[:, :, first : last + 1]
    return parameters[:, :, places]


def _typed(name: str, values: Array) -> npt.NDArray[Any]:
    if name == "divergent__":
        return values.astype(bool)
    return values.astype(np.int64) if name in ("treedepth__", "n_leapfrog__") else values


def _container(datasets: dict[str, Any]) -> Any:
    try:
        import arviz as az
    except ImportError:
        raise PerrinError("ArviZ is not installed: pip install perrin[arviz]") from None
    import xarray as xr

    kind = getattr(az, "InferenceData", None)  # another name of DataTree from ArviZ 1 on
    tree = getattr(xr, "DataTree", None)
    if tree is not None and (kind is None or issubclass(kind, tree)):
        return tree.from_dict(datasets)
    assert kind is not None
    return kind(**datasets)
