"""In a notebook: tables, pictures and progress, and the button that interrupts the kernel."""

import asyncio
import threading
import time

import nbclient
import nbformat

from test_interrupt import OPTIONS, SLOW


def cells_of(*sources: str) -> nbformat.NotebookNode:
    return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])


def text_of(cell) -> str:
    return "".join(output.get("text", "") or str(output.get("data", {})) for output in cell["outputs"])


def test_a_notebook_shows_what_there_is():
    notebook = cells_of(
        "import autumn\nmodel = autumn.Model(stan_code='parameters { vector[3] x; } model { x ~ normal(0, 1); }')",
        "fit = model.sample(seed=1)",
        "fit.summary()",
        "model.explain()",
        "fit",
        "model.sample(seed=1, progress=False);",
    )
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    outputs = [cell["outputs"] for cell in notebook.cells]
    assert "progress" in text_of(notebook.cells[1])
    assert "text/html" in outputs[1][0]["data"]
    assert "x[3]" in outputs[2][0]["data"]["text/html"]
    assert "<svg" in outputs[3][0]["data"]["text/html"]
    assert "x[3]" in outputs[4][0]["data"]["text/html"]
    assert outputs[5] == []


def test_the_kernel_is_interrupted():
    notebook = cells_of(
        f"import autumn\nmodel = autumn.Model(stan_code='''{SLOW}''')",
        f"fit = model.sample(**{OPTIONS!r})",
        "again = model.sample(seed=1, draws=5, progress=False)\n"
        "print(fit.is_interrupted, fit.draws_per_chain > 0, again.is_interrupted)",
    )
    client = nbclient.NotebookClient(notebook, timeout=60, kernel_name="python3")

    def press(cell, cell_index):
        if cell_index == 1:
            threading.Timer(2.0, lambda: asyncio.run(client.km.interrupt_kernel())).start()

    client.on_cell_execute = press
    start = time.monotonic()
    client.execute()
    assert time.monotonic() - start < 45
    assert text_of(notebook.cells[2]) == "True True False\n"
