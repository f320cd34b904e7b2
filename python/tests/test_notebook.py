from __future__ import annotations

from pathlib import Path

import nbclient
import nbformat


def test_the_notebook_runs() -> None:
    file = Path(__file__).resolve().parents[1] / "examples" / "tour.ipynb"
    book = nbformat.read(file, as_version=4)
    nbclient.NotebookClient(book, timeout=300, kernel_name="python3").execute()
    outputs = [output for cell in book.cells for output in cell.get("outputs", [])]
    assert not [output for output in outputs if output.output_type == "error"]
    pages = [output["data"]["text/html"] for output in outputs if "text/html" in output.get("data", {})]
    assert any("<iframe srcdoc=" in page for page in pages)
