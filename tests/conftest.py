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
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from routes import Record, read
from routes.view.scene import scene as scene_of
from routes.view.stage import stage_html
from routes.view.words import word

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Frame, Locator, Page, WebSocket

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
PATIENCE = 15_000
"""Milliseconds that a page may take for any one thing."""


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
             "--server.headless", "true"],
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


@pytest.fixture(scope="session")
def scene(record: Record) -> dict[str, Any]:
    """What the stage is given, as Python values."""
    return scene_of(record, "zh-Hans")


@pytest.fixture(scope="session")
def export(record: Record, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The stage as one file."""
    path = tmp_path_factory.mktemp("export") / "night.html"
    path.write_text(stage_html(record), encoding="utf-8", newline="\n")
    return path


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One Chromium that can reach nothing but this machine."""
    path = browser_path()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield running
        running.close()


class Guard:
    """Everything a page asks for, complains of, opens as a dialog, or says to the server."""

    def __init__(self, page: Page) -> None:
        self.requests: list[str] = []
        self.errors: list[str] = []
        self.dialogs: list[str] = []
        self.frames: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("dialog", self._dialog)
        page.on("websocket", self._socket)

    def _dialog(self, dialog: Any) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def _socket(self, socket: WebSocket) -> None:
        self.requests.append(socket.url)
        socket.on("framesent", lambda _: self.frames.append("sent"))
        socket.on("framereceived", lambda _: self.frames.append("received"))

    def outside(self) -> list[str]:
        """Addresses asked for that are not on this machine."""
        here = {"127.0.0.1", "localhost"}

        def local(url: str) -> bool:
            parts = urlsplit(url)
            if parts.scheme == "blob":
                parts = urlsplit(parts.path)
            if parts.scheme in {"data", "about", "file", "null", ""}:
                return parts.netloc == ""
            return parts.scheme in {"http", "ws"} and parts.hostname in here

        return [url for url in self.requests if not local(url)]

    def quiet(self) -> None:
        """Fail if anything was asked of another machine, complained of, or opened."""
        assert self.outside() == []
        assert self.errors == []
        assert self.dialogs == []


MAP = "Object.values(window).find((value) => value instanceof L.Map)"
"""The Leaflet map, which folium leaves as a global variable."""

SETTLED = f"""async () => {{
  const map = {MAP};
  const look = () => {{
    const {{ x, y }} = map.getSize();
    const {{ lat, lng }} = map.getCenter();
    return [x, y, lat, lng, map.getZoom(), map.getContainer().getBoundingClientRect().x].join(" ");
  }};
  await Promise.allSettled(document.getAnimations().map((one) => one.finished));
  let seen = look();
  for (let still = 0; still < 8; still += 1) {{
    await new Promise(requestAnimationFrame);
    const now = look();
    if (now !== seen) still = 0;
    seen = now;
  }}
  return seen;
}}"""
"""The map's box, view and place once nothing slides and they have been the same for eight frames."""

EMPTY = f"""async () => {{
  const {{ scenery, hits }} = await import("#pick");
  const map = {MAP};
  const box = map.getContainer().getBoundingClientRect();
  for (let x = box.width - 20; x > 0; x -= 16) {{
    for (let y = 20; y < box.height - 20; y += 16) {{
      const over = document.elementFromPoint(box.x + x, box.y + y);
      if (hits(scenery(map), x, y, 30).length > 0 || !map.getContainer().contains(over)) continue;
      return {{ x: box.x + x, y: box.y + y }};
    }}
  }}
  throw new Error("the map is full");
}}"""
"""A point of the map with nothing drawn to press nearby."""

DRAWN = f"""async (kinds) => {{
  const {{ scenery, hits, selectionOf }} = await import("#pick");
  const map = {MAP};
  const on = scenery(map);
  const box = map.getContainer().getBoundingClientRect();
  const points = [];
  const add = (from, thing, x, y) => {{
    const over = document.elementFromPoint(box.x + x, box.y + y);
    if (x < 0 || y < 0 || x > box.width || y > box.height || !map.getContainer().contains(over)) return;
    const {{ kind, id, itinerary = null }} = thing;
    const found = hits(on, x, y);
    points.push({{ from, kind, id, itinerary, x: box.x + x, y: box.y + y, found, gives: selectionOf(found) }});
  }};
  for (const from of kinds) {{
    for (const thing of on[from]) {{
      if (thing.w !== undefined) add(from, thing, thing.x + thing.w / 2, thing.y + thing.h / 2);
      else if (thing.r !== undefined) add(from, thing, thing.x, thing.y);
      else for (let i = 2; i + 1 < thing.count; i += 2) {{
        for (const k of [0.25, 0.5, 0.75]) {{
          add(from, thing, thing.points[i - 2] + (thing.points[i] - thing.points[i - 2]) * k,
            thing.points[i - 1] + (thing.points[i + 1] - thing.points[i - 1]) * k);
        }}
      }}
    }}
  }}
  return points;
}}"""
"""Where on the page the things drawn can be pressed, and what the stage's own rules make of it."""


class Stage:
    """The stage in a browser, in the app or in a file of its own."""

    def __init__(self, page: Page, frame: Frame, guard: Guard, language: str) -> None:
        self.page = page
        self.frame = frame
        self.guard = guard
        self.language = language

    def word(self, key: str, **values: object) -> str:
        return word(self.language, key, **values)

    def button(self, key: str, **values: object) -> Locator:
        return self.frame.get_by_role("button", name=self.word(key, **values), exact=True)

    @property
    def clock(self) -> Locator:
        return self.frame.locator("time.stage-clock")

    @property
    def slider(self) -> Locator:
        return self.frame.get_by_role("slider", name=self.word("timeline.slider"))

    @property
    def reader(self) -> Locator:
        return self.frame.locator("article.reader")

    @property
    def title(self) -> Locator:
        return self.reader.get_by_role("heading", level=2)

    @property
    def list(self) -> Locator:
        return self.frame.locator(".drawer-page.list")

    @property
    def legend(self) -> Locator:
        return self.frame.locator("section.legend")

    @property
    def minute(self) -> int:
        """Whole minutes since 17:00 by the clock shown."""
        hour, minute = (int(part) for part in (self.clock.text_content() or "").split(":"))
        return (hour * 60 + minute - 17 * 60) % 1440

    def wait_minute(self, test: str) -> None:
        """Wait until an expression of `minute` (since 17:00, by the clock shown) holds."""
        self.frame.wait_for_function(
            """(test) => {
              const [h, m] = document.querySelector(".stage-clock").textContent.split(":").map(Number);
              return new Function("minute", `return ${test}`)((h * 60 + m - 1020 + 1440) % 1440);
            }""",
            arg=test,
        )

    def seek(self, minute: int) -> None:
        """Go to a whole minute of the night by the keys of the slider."""
        self.slider.focus()
        self.page.keyboard.press("Home")
        for _ in range(minute // 60):
            self.page.keyboard.press("PageUp")
        for _ in range(minute % 60):
            self.page.keyboard.press("Shift+ArrowRight")
        self.wait_minute(f"minute === {minute}")

    def settled(self) -> str:
        """Wait until the map is at rest; its box, centre and zoom."""
        return str(self.frame.evaluate(SETTLED))

    def drawn(self, *kinds: str) -> list[dict[str, Any]]:
        """What can be pressed on the map, in pixels of the stage."""
        self.settled()
        return list(self.frame.evaluate(DRAWN, list(kinds)))

    def spot(self, kind: str, accept: Callable[[dict[str, Any]], bool] = lambda _: True) -> dict[str, Any]:
        """A thing drawn that is hit alone at its own point."""
        drawn = self.drawn(kind)
        for point in drawn:
            if point["gives"] and point["gives"].get("id") == point["id"] and accept(point):
                return point
        raise AssertionError(f"nothing among {len(drawn)} {kind} can be pressed alone")

    def empty(self) -> dict[str, Any]:
        """A point of the map where there is nothing to press."""
        self.settled()
        found: dict[str, Any] = self.frame.evaluate(EMPTY)
        return found

    @property
    def origin(self) -> tuple[float, float]:
        """Where the stage lies in the page, in pixels."""
        if self.frame == self.page.main_frame:
            return 0, 0
        box = self.frame.frame_element().bounding_box()
        assert box is not None
        return box["x"], box["y"]

    def press(self, point: dict[str, Any]) -> None:
        """A real press of the mouse on a point of the stage."""
        left, top = self.origin
        self.page.mouse.click(left + point["x"], top + point["y"])

    def focused(self) -> str | None:
        """The key of what has the focus in the stage."""
        return self.frame.evaluate("document.activeElement?.getAttribute('data-key') ?? null")

    def quoted(self) -> list[str]:
        """Quotations in the reader, as they stand in the documents."""
        return [
            text.removeprefix("「").removesuffix("」").replace("[sic]", "")
            for text in self.reader.locator("blockquote").all_text_contents()
        ]


Opener = Callable[..., Stage]


Contexts = Callable[[dict[str, Any]], "BrowserContext"]


@pytest.fixture(scope="session")
def contexts(chromium: Browser) -> Iterator[Contexts]:
    """One context for each kind of reader: pages share its cache, and nothing else, for the stage stores nothing."""
    known: dict[str, BrowserContext] = {}

    def context(options: dict[str, Any]) -> BrowserContext:
        key = repr(sorted(options.items()))
        if key not in known:
            known[key] = chromium.new_context(**options)
            known[key].set_default_timeout(PATIENCE)
        return known[key]

    yield context
    for one in known.values():
        one.close()


@pytest.fixture
def open_stage(contexts: Contexts, request: pytest.FixtureRequest) -> Iterator[Opener]:
    """Opens the stage; at the end of the test nothing may have been asked of another machine or complained of."""
    pages: list[Page] = []
    guards: list[Guard] = []

    def opened(
        origin: str = "file", query: str = "", *, language: str = "zh-Hans", base: str | None = None, **options: Any
    ) -> Stage:
        settings = {"viewport": {"width": 1366, "height": 768}, "timezone_id": "Asia/Singapore", "locale": "zh-CN"}
        page = contexts({**settings, **options}).new_page()
        pages.append(page)
        guard = Guard(page)
        guards.append(guard)
        if origin == "app":
            page.goto((base or request.getfixturevalue("server").url) + query)
            frame = hosted_frame(page, language)
        else:
            path = request.getfixturevalue("export") if origin == "file" else Path(origin)
            page.goto(path.as_uri() + query)
            frame = page.main_frame
        frame.wait_for_selector(".stage[data-ready=yes]")
        if origin == "app":
            at_rest(page)
        return Stage(page, frame, guard, language)

    yield opened
    for page in pages:
        page.close()
    for guard in guards:
        guard.quiet()


def hosted_frame(page: Page, language: str = "zh-Hans") -> Frame:
    """The stage's iframe in the app's page."""
    handle = page.wait_for_selector(f'iframe[title="{word(language, "page.stage")}"]')
    frame = handle.content_frame()
    assert frame is not None
    return frame


def beneath(page: Page) -> Locator:
    """What the app's page writes below the stage."""
    return page.locator('[class*="st-key-beneath"]')


def at_rest(page: Page) -> None:
    """Wait until the app has written what stands beneath the stage, and its script has run."""
    page.wait_for_selector('[class*="st-key-beneath-"]', state="attached")
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')


@pytest.fixture(params=["app", "file"])
def stage(request: pytest.FixtureRequest, open_stage: Opener) -> Stage:
    """The stage as it opens, in the app and from the exported file."""
    return open_stage(request.param)
