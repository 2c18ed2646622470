"""In a notebook: tables, pictures and progress, and the button that interrupts the kernel."""

import asyncio
import threading
import time

import nbclient
import nbformat

from test_interrupt import OPTIONS, SLOW, has_draws


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


def test_the_kernel_is_interrupted(tmp_path):
    notebook = cells_of(
        f"import autumn\nmodel = autumn.Model(stan_code='''{SLOW}''')",
        f"fit = model.sample(**{OPTIONS!r}, output={str(tmp_path / 'out')!r})",
        "again = model.sample(seed=1, draws=5, progress=False)\n"
        "print(fit.is_interrupted, fit.draws_per_chain > 0, again.is_interrupted)",
    )
    client = nbclient.NotebookClient(notebook, timeout=60, kernel_name="python3")

    def press():
        while not has_draws(tmp_path / "out" / "chain_1.csv"):
            time.sleep(0.01)
        asyncio.run(client.km.interrupt_kernel())

    def press_in_the_second(cell, cell_index):
        if cell_index == 1:
            threading.Thread(target=press, daemon=True).start()

    client.on_cell_execute = press_in_the_second
    client.execute()
    assert text_of(notebook.cells[2]) == "True True False\n"
