"""A headless Chromium, driven by its DevTools protocol: pages as they are seen, and what the browser says of them."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import pathlib
import shutil
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from typing import Any

from tornado.websocket import WebSocketClientConnection, websocket_connect

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
PATIENCE = 60.0


class Page:
    """The page that a browser shows. ``complaints`` are errors and warnings of its console, in the order they came."""

    def __init__(self, loop: asyncio.AbstractEventLoop, socket: WebSocketClientConnection) -> None:
        self._loop = loop
        self._socket = socket
        self._number = 0
        self._events: list[dict] = []
        self.complaints: list[str] = []
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **given: Any) -> dict:
        """A command of the protocol, and its result."""
        self._number += 1
        number = self._number
        self._loop.run_until_complete(self._send({"id": number, "method": method, "params": given}))
        while True:
            message = self._next()
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]

    async def _send(self, message: dict) -> None:
        await self._socket.write_message(json.dumps(message))

    async def _read(self) -> str | bytes | None:
        return await asyncio.wait_for(self._socket.read_message(), PATIENCE)

    def wait_for(self, event: str) -> None:
        """Until the browser has said that this happened."""
        while not any(message["method"] == event for message in self._events):
            self._next()

    def _next(self) -> dict:
        text = self._loop.run_until_complete(self._read())
        if text is None:
            raise RuntimeError("the browser has gone")
        message = json.loads(text)
        if "method" in message:
            self._events.append(message)
            self._listen(message["method"], message["params"])
        return message

    def _listen(self, event: str, said: dict) -> None:
        if event == "Runtime.exceptionThrown":
            details = said["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description", details["text"]))
        elif event == "Runtime.consoleAPICalled" and said["type"] in ("error", "warning", "assert"):
            self.complaints.append(" ".join(str(part.get("value", part)) for part in said["args"]))
        elif event == "Log.entryAdded" and said["entry"]["level"] in ("error", "warning"):
            self.complaints.append(said["entry"]["text"])

    def screen(self, width: int, height: int, *, is_dark: bool = False, scale: float = 1.0) -> None:
        """The size of the screen, and which colours its owner likes."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=scale, mobile=width < 600,
        )  # fmt: skip
        scheme = {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, path: pathlib.Path) -> None:
        """Shows a file, and waits until it is there."""
        self._events.clear()
        self.call("Page.navigate", url=path.resolve().as_uri())
        self.wait_for("Page.loadEventFired")

    def ask(self, expression: str) -> Any:
        """The value of an expression of JavaScript in the page."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"]["description"])
        return result["result"].get("value")

    def click(self, selector: str, at: int = 0) -> None:
        """A press of the mouse in the middle of an element, as people do it."""
        where = self.ask(
            f"(() => {{ const e = document.querySelectorAll({json.dumps(selector)})[{at}];"
            "e.scrollIntoView({block: 'center', behavior: 'instant'}); const r = e.getBoundingClientRect();"
            "return [r.left + Math.min(r.width / 2, 20), r.top + r.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=where[0], y=where[1], button="left", clickCount=1)

    def type(self, selector: str, text: str) -> None:
        """Replaces what is in a field, key by key."""
        self.click(selector)
        self.ask(f"document.querySelector({json.dumps(selector)}).select()")
        if not text:
            for kind in ("keyDown", "keyUp"):
                self.call("Input.dispatchKeyEvent", type=kind, key="Delete", code="Delete", windowsVirtualKeyCode=46)
        for letter in text:
            self.call("Input.dispatchKeyEvent", type="char", text=letter)

    def picture(self, *, top: float = 0, height: float | None = None, is_whole: bool = False) -> bytes:
        """A PNG of what is seen, of a part from ``top``, or of everything."""
        if is_whole:
            top, height = 0, self.ask("document.documentElement.scrollHeight")
        if height is None:
            return base64.b64decode(self.call("Page.captureScreenshot")["data"])
        width = self.ask("document.documentElement.clientWidth")
        clip = {"x": 0, "y": top, "width": width, "height": height, "scale": 1}
        shot = self.call("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)
        return base64.b64decode(shot["data"])


async def _connected(address: str) -> WebSocketClientConnection:
    return await websocket_connect(address, max_message_size=2**28)


async def _closed(socket: WebSocketClientConnection) -> None:
    socket.close()


def _socket_of(port_file: pathlib.Path, process: subprocess.Popen) -> str:
    """Where the first page of the browser listens."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(OSError, IndexError, ValueError):
            port = port_file.read_text().split()[0]
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list", timeout=5) as answer:
                return next(tab for tab in json.load(answer) if tab["type"] == "page")["webSocketDebuggerUrl"]
        time.sleep(0.02)
    raise RuntimeError("the browser did not begin")


@contextlib.contextmanager
def browser() -> Iterator[Page]:
    """A browser with one empty page, which ends with the block."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        words = [CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run"]
        words += ["--remote-debugging-port=0", f"--user-data-dir={home}", "about:blank"]
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        loop = asyncio.new_event_loop()
        try:
            address = _socket_of(pathlib.Path(home) / "DevToolsActivePort", process)
            socket = loop.run_until_complete(_connected(address))
            yield Page(loop, socket)
            loop.run_until_complete(_closed(socket))
        finally:
            process.terminate()
            process.wait(PATIENCE)
            loop.close()
