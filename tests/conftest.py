"""What the tests share: the folders of the record, a real server and a real browser."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from routes import Record, read

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
]
READY_SECONDS = 60


@pytest.fixture(scope="session")
def record() -> Record:
    """The record as it ships."""
    return read()


@pytest.fixture(scope="session")
def sources() -> Path:
    """The folder of the full texts, which are not part of the project."""
    folder = SHARED / "sources"
    if not folder.is_dir():
        pytest.skip("the full texts are not at hand (../shared/sources)")
    return folder


def browser_path() -> str:
    """A Chromium of this machine; without one the test is skipped, or fails where browsers are required."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        reason = f"no Chromium found (looked for {', '.join(BROWSERS)})"
        if os.environ.get("NIGHT_BROWSER") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    return found


def free_port() -> int:
    """A port of the loopback address that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """The app as a reader starts it, on a port of its own, with the machine's clock in New York."""

    def __init__(self, app: Path = ROOT / "app.py") -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "streamlit", "run", str(app), "--server.port", str(self.port),
             "--server.headless", "true", "--server.fileWatcherType", "none"],
            cwd=ROOT,
            env={**os.environ, "TZ": "America/New_York", "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )  # fmt: skip
        threading.Thread(target=self._listen, daemon=True).start()
        self._wait()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        self.lines += self.process.stdout

    def _wait(self) -> None:
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=1) as answer:
                    if answer.status == 200:
                        return
            except OSError:
                threading.Event().wait(0.05)
        raise RuntimeError("the app did not start:\n" + "".join(self.lines))

    def stop(self) -> None:
        """End the server and wait until it is gone."""
        self.process.terminate()
        self.process.wait(timeout=20)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One running app for all browser tests."""
    running = Server()
    yield running
    running.stop()
