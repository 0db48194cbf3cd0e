"""How fast the map is: frames while playing, a press, the first paint, size, the check. Run it; it is not a test.

Everything is measured in one run of one real Chromium, next to a baseline of the same run: an empty folium map of the
same size, alone and in a Streamlit page. Times differ from machine to machine, the ratios hardly.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import folium  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from routes import read  # noqa: E402
from routes.view.stage import Leaflet, stage_html, stage_map  # noqa: E402
from tests.conftest import DRAWN, FLAGS, Server, at_rest, browser_path, hosted_frame  # noqa: E402

SIZE = {"width": 1920, "height": 1080}

FRAMES = """async (frames) => {
  const times = [];
  for (let i = 0; i <= frames; i += 1) times.push(await new Promise(requestAnimationFrame));
  return times.slice(1).map((time, i) => time - times[i]);
}"""

PLAYED = """async (most) => {
  // Script time of a frame: from the first callback of the frame to the end of the last one.
  const own = window.requestAnimationFrame.bind(window);
  let spent = 0;
  window.requestAnimationFrame = (run) => own((time) => {
    const from = performance.now();
    run(time);
    spent += performance.now() - from;
  });
  document.querySelector(".tl-play").click();
  const gaps = [];
  const scripts = [];
  let last = await new Promise(own);
  while (gaps.length < most) {
    const time = await new Promise(own);
    gaps.push(time - last);
    scripts.push(spent);
    spent = 0;
    last = time;
    if (document.querySelector(".stage-clock").textContent === "07:00") break;
  }
  window.requestAnimationFrame = own;
  return { gaps, scripts, end: document.querySelector(".stage-clock").textContent };
}"""

OPENED = """async () => {
  const from = performance.now();
  await new Promise((done) => {
    window.addEventListener("pointerup", () => { window.pressed = performance.now(); }, { capture: true, once: true });
    const look = () => {
      const reader = document.querySelector("article.reader");
      const box = reader?.getBoundingClientRect();
      if (window.pressed && reader && !reader.hidden && box.width > 0 && reader.querySelector("blockquote")) done();
      else if (performance.now() - from < 10000) requestAnimationFrame(look);
      else done();
    };
    requestAnimationFrame(look);
  });
  await new Promise(requestAnimationFrame);
  return performance.now() - window.pressed;
}"""


@dataclass(frozen=True)
class Row:
    """One line of the table: what, how much, how much at most, and the baseline's figure; the last two if there are."""

    what: str
    value: float
    unit: str
    target: float | None
    baseline: float | None = None

    def __str__(self) -> str:
        mark = "  over" if self.target is not None and self.value > self.target else ""
        most = "" if self.target is None else f"{self.target:8g}"
        beside = ratio = ""
        if self.baseline is not None:
            beside = f"{self.baseline:10.2f}"
            ratio = f"{self.value / self.baseline:7.2f}×" if self.baseline else ""
        return f"{self.what:44} {self.value:10.2f} {self.unit:4} {most:>8} {beside:>10} {ratio:>8}{mark}"


def p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]


def empty_map() -> folium.Map:
    """A folium map of the stage's own kind with nothing on it: no tiles, nothing fetched."""
    record = read()
    sheet = stage_map(record)
    for key in list(sheet._children):
        del sheet._children[key]
    sheet.options["zoom"] = 12  # the stage's own map has no view until the stage gives it one
    return sheet


def inlined(sheet: folium.Map) -> str:
    """A map as HTML with Leaflet in it, as the stage has it."""
    figure = sheet.get_root()
    figure.header.add_child(Leaflet("empty"), name="leaflet", index=0)
    return str(figure.render())


EMPTY_APP = """
import streamlit as st
from pathlib import Path
st.set_page_config(layout="wide")
st.iframe(Path({path!r}).read_text(encoding="utf-8"), height=1000)
"""


@contextmanager
def opened(browser: Browser, url: str) -> Iterator[Page]:
    context = browser.new_context(viewport=SIZE, locale="zh-CN")
    page = context.new_page()
    page.goto(url)
    yield page
    context.close()


def frames(browser: Browser, stage: Path, baseline: Path, minutes: int) -> list[Row]:
    """Playing at ten minutes a second, against an empty map that only waits for frames."""
    with opened(browser, baseline.as_uri()) as page:
        page.wait_for_selector(".leaflet-container")
        idle = page.evaluate(FRAMES, 240)
    with opened(browser, stage.as_uri() + "?t=17:00") as page:
        page.wait_for_selector(".stage[data-ready=yes]")
        played = page.evaluate(PLAYED, minutes * 6)
    return [
        Row("playing: 95th percentile between frames", p95(played["gaps"]), "ms", 20, p95(idle)),
        Row("playing: median between frames", statistics.median(played["gaps"]), "ms", 17.5, statistics.median(idle)),
        Row("playing: script in a frame, mean", statistics.fmean(played["scripts"]), "ms", 3),
        Row("playing: script in a frame, 95th percentile", p95(played["scripts"]), "ms", 8),
    ]


def press(browser: Browser, stage: Path, times: int) -> Row:
    """From the release of the mouse on a mark to the frame after its words are there."""
    took = []
    for number in range(times):
        with opened(browser, stage.as_uri() + "?t=22:30") as page:
            page.wait_for_selector(".stage[data-ready=yes]")
            page.wait_for_function("() => document.fonts.status === 'loaded'")
            page.evaluate(FRAMES, 10)
            spots = [p for p in page.evaluate(DRAWN, ["marks"]) if p["gives"] and p["gives"]["kind"] == "unit"]
            spot = spots[number % len(spots)]
            page.evaluate(f"void (window.measured = ({OPENED})())")
            page.mouse.click(spot["x"], spot["y"])
            took.append(float(page.evaluate("window.measured")))
    return Row("from a press to its words, median", statistics.median(took), "ms", 100)


PAINTED = """(name) => new Promise((done) => {
  const look = () => {
    const entry = performance.getEntriesByName(name, "paint")[0];
    if (entry) done(performance.timeOrigin + entry.startTime);
    else requestAnimationFrame(look);
  };
  look();
})"""
"""When the first paint of a frame was, in milliseconds of the browser's own clock."""

COMPLETE = """(() => {
  const look = () => {
    if (!document.querySelector(".stage[data-ready=yes]")) return requestAnimationFrame(look);
    const note = () => { window.complete = performance.timeOrigin + performance.now(); };
    requestAnimationFrame(() => requestAnimationFrame(note));
  };
  look();
})()"""
"""For every frame that opens: note when the second frame after the stage was ready begins."""


def painted(page: Page) -> None:
    frame = hosted_frame(page)
    frame.wait_for_selector(".stage[data-ready=yes]")
    frame.evaluate(FRAMES, 2)


def first_paints(browser: Browser, ours: Server, empty: Server, times: int) -> list[Row]:
    """Of the warm app: a new browser session each time, in turns with the empty page.

    The browser's own record of paints, from the start of the navigation. Our frame counts when it first paints content
    (the ground with its clock); the empty map has none, so that its frame counts when it first paints at all.
    """

    def ready(url: str, of: Callable[[Page], list[float]]) -> list[float]:
        context = browser.new_context(viewport=SIZE, locale="zh-CN")
        context.add_init_script(COMPLETE)
        page = context.new_page()
        page.goto(url)
        start = float(page.evaluate("performance.timeOrigin"))
        taken = [time - start for time in of(page)]
        context.close()
        return taken

    def of_ours(page: Page) -> list[float]:
        frame = hosted_frame(page)
        frame.wait_for_function("() => window.complete")
        return [frame.evaluate(PAINTED, "first-contentful-paint"), frame.evaluate("window.complete")]

    def of_empty(page: Page) -> list[float]:
        frame = page.wait_for_selector("iframe").content_frame()
        assert frame is not None
        frame.wait_for_selector(".leaflet-container")
        return [frame.evaluate(PAINTED, "first-paint")]

    ready(ours.url, of_ours)
    ready(empty.url, of_empty)
    taken = [ready(ours.url, of_ours) + ready(empty.url, of_empty) for _ in range(times)]
    paint, complete, there = (statistics.median(column) for column in zip(*taken, strict=True))
    return [
        Row("first paint of the warm app, median", paint, "ms", 1.5 * there, there),
        Row("the stage complete: names, marks, slips", complete, "ms", None, there),
    ]


def reruns(browser: Browser, ours: Server, seconds: int) -> Row:
    """Messages to and from the server while the clock runs."""
    context = browser.new_context(viewport=SIZE, locale="zh-CN")
    page = context.new_page()
    heard: list[str] = []
    page.on("websocket", lambda socket: (socket.on("framesent", lambda _: heard.append("sent")),
                                         socket.on("framereceived", lambda _: heard.append("received"))))  # fmt: skip
    page.goto(ours.url)
    painted(page)
    at_rest(page)
    before = len(heard)
    frame = hosted_frame(page)
    frame.locator(".tl-play").click()
    frame.evaluate(FRAMES, seconds * 60)
    count = len(heard) - before
    assert before, "the page has no socket to listen to"
    context.close()
    return Row("messages to the server while playing", count, "", 0)


def checked() -> Row:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "routes", "check"], cwd=ROOT, check=True, capture_output=True)
    return Row("python -m routes check", time.perf_counter() - start, "s", 3)


def main() -> int:
    """Print the table; 0 unless something could not be measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer repeats and an eighth of the night")
    quick = parser.parse_args().quick
    times = 3 if quick else 7
    if hasattr(os, "getloadavg"):
        print(f"load before the run: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        stage, baseline, script = (Path(folder) / name for name in ("stage.html", "empty.html", "empty.py"))
        stage.write_text(stage_html(read()), encoding="utf-8")
        baseline.write_text(inlined(empty_map()), encoding="utf-8")
        script.write_text(EMPTY_APP.format(path=str(baseline)), encoding="utf-8")
        rows = [checked(), Row("the map in one file", stage.stat().st_size / 1e6, "MB", 1)]
        ours, empty = Server(), Server(script)
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=browser_path(), args=FLAGS)
                rows += frames(browser, stage, baseline, 105 if quick else 840)
                rows.append(press(browser, stage, times))
                rows += first_paints(browser, ours, empty, times)
                rows.append(reruns(browser, ours, 2 if quick else 10))
                browser.close()
        finally:
            ours.stop()
            empty.stop()
    print(f"{'':44} {'measured':>10} {'':4} {'target':>8} {'baseline':>10} {'ratio':>8}")
    for row in rows:
        print(row)
    return 0


if __name__ == "__main__":
    sys.exit(main())
