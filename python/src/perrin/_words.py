"""Messages of the command in the words of Python."""

from __future__ import annotations

import re

# options of perrin fit and its siblings that are arguments here; those that stand alone are flags
_FLAGS = ("no-header", "no-intercept", "prior-only", "strict", "restart")
_VALUED = (
    *("burn-in", "chains", "checkpoint", "cycle", "decimal", "delimiter", "draws", "drop", "features", "folds"),
    *("format", "formula", "gradients", "group-effects", "interval", "iterations", "link", "missing", "model"),
    *("offset", "out", "positive", "precision", "prior", "prior-group", "prior-intercept", "prior-sigma"),
    *("quantiles", "rows", "sampler", "seed", "sizing", "sql", "step-size", "subsample", "target", "temperature"),
    *("thin", "threads", "tolerance", "type", "weights"),
)
_RENAMED = {"model": "family"}
_COMMANDS = {"perrin compare FIT FIT": "perrin.compare(fit, fit)"}
# what follows a name that is mentioned without a value
_VERBS = r"and|are|as|at|by|can|cannot|fits?|for|from|has|have|here|in|is|it|must|needs?|of|on|or|out|sets?|than|that|to|with"
_OPTION = re.compile(
    rf"(?<![\w-])--({'|'.join(sorted(_FLAGS + _VALUED, key=len, reverse=True))})(?![\w-])"
    rf"(?:[ =](?:\"([^\"]*)\"|(?!(?:{_VERBS})\b)([\w+-]+(?:[.,/][\w+-]+)*(?:\([^()]*\))?)))?"
)
_NUMBER = re.compile(r"-?\d+(\.\d+)?(e-?\d+)?")


def in_python(message: str) -> str:
    """``--missing drop`` as ``missing="drop"``."""
    for words, call in _COMMANDS.items():
        message = message.replace(words, call)
    return _OPTION.sub(_argument, message)


def _argument(match: re.Match[str]) -> str:
    option, quoted, bare = match.groups()
    name = _RENAMED.get(option, option).replace("-", "_")
    if option in _FLAGS:
        return f"{name}=True{match[0].removeprefix('--' + option)}"
    value = quoted if quoted is not None else bare
    if value is None:
        return name
    return f"{name}={value}" if quoted is None and _NUMBER.fullmatch(value) else f'{name}="{value}"'
