"""How a fit gets on, in a terminal or a notebook."""

from __future__ import annotations

import sys
from typing import Any


class Progress:
    """Shows the events of the command: a line that is written over, nothing where there is no terminal."""

    def __init__(self, show: bool | None) -> None:
        self._notebook = _in_notebook()
        self._show = (self._notebook or sys.stderr.isatty()) if show is None else show
        self._handle: Any = None
        self._shown = False
        self.remarks: list[str] = []

    def __call__(self, event: dict[str, Any]) -> None:
        kind = event.get("event")
        if kind == "remark":
            self.remarks.append(str(event["text"]))
        elif kind == "stage":
            self._line(f"{event['name']} …")
        elif kind == "steps":
            self._line(_steps(event))

    def _line(self, text: str) -> None:
        if not self._show:
            return
        if self._notebook:
            self._update(text)
        else:
            sys.stderr.write(f"\r\x1b[Kperrin: {text}")
            sys.stderr.flush()
        self._shown = True

    def _update(self, text: str) -> None:
        from IPython.display import display

        content = {"text/plain": f"perrin: {text}" if text else ""}
        if self._handle is None:
            self._handle = display(content, raw=True, display_id=True)
        else:
            self._handle.update(content, raw=True)

    def close(self) -> None:
        """Takes the line away."""
        if self._shown and self._notebook:
            self._update("")
        elif self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _steps(event: dict[str, Any]) -> str:
    share = event["done"] / max(1, event["planned"])
    full = round(20 * share)
    bar = "█" * full + "░" * (20 - full)
    text = f"{bar} {share:4.0%}, {event['draws']:,} draws"
    if event.get("ess") is not None:
        text += f", {event['ess']:,.0f} effective, R-hat {event['rhat']:.3f}"
    return text


def _in_notebook() -> bool:
    shell = sys.modules.get("IPython")
    if shell is None:
        return False
    current = shell.get_ipython()
    return current is not None and type(current).__name__ == "ZMQInteractiveShell"
