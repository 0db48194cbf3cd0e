"""The map in a real Chromium: in the app and from the exported file, by mouse, keyboard and touch.

Whatever a test does, `open_stage` fails it afterwards if the page asked anything of another machine, wrote an error to
its console or opened a dialog.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Frame, Page, expect

from routes import Record
from routes.view.words import LANGUAGES, words
from tests.conftest import MAP, Guard, Opener, Server, Stage, at_rest, beneath, hosted_frame

pytestmark = pytest.mark.browser

NIGHT = 840
ZONES = ["Asia/Singapore", "Europe/Amsterdam", "America/New_York"]
SIZES = [(1366, 768), (1920, 1080), (390, 844)]
LATE = 330
"""22:30, when much is on the map."""


def clock(minute: int) -> str:
    return f"{(17 + minute // 60) % 24:02d}:{minute % 60:02d}"


def events_of(scene: dict[str, Any]) -> list[float]:
    """Minutes of the events on the time line, each once."""
    return sorted({e["minute"] for e in scene["events"] if e["onTimeline"] and e["minute"] is not None})


def named(scene: dict[str, Any], kind: str, key: str) -> str:
    if kind == "event":
        return str(next(e for e in scene["events"] if e["id"] == key)["title"][0])
    return str(scene[f"{kind}s"][key]["name"][0])


def quotes_of(record: Record, unit: str, itinerary: str | None = None) -> set[str]:
    """The words that the reader must show of a unit."""
    keys = {
        key
        for one in record.itineraries.values() if one.unit == unit and itinerary in (None, one.id)
        for stop in one.stops
        for key in stop.all_quotes
    }  # fmt: skip
    return {record.quotes[key].text for key in keys}


# --- opening ---


def test_it_opens_at_five_in_the_evening_and_at_rest(stage: Stage) -> None:
    expect(stage.clock).to_have_text("17:00")
    expect(stage.button("timeline.play")).to_be_visible()
    expect(stage.slider).to_have_attribute("aria-valuenow", "0")
    expect(stage.slider).to_have_attribute("aria-valuemax", str(NIGHT))
    expect(stage.reader).to_be_hidden()
    expect(stage.list).to_be_hidden()
    expect(stage.legend).to_be_hidden()


def test_it_paints(stage: Stage) -> None:
    """The ground as paths, and ink of its own on the canvases of marks, names and hours."""
    stage.settled()
    frame = stage.frame
    for name in ("land", "city", "water", "road", "rail", "wall", "relief"):
        if name != "land":
            assert frame.locator(f"path.{name}").count() > 0, name
    frame.wait_for_function(
        """() => [...document.querySelectorAll("canvas.marks, canvas.tl-canvas, .stage-map canvas")]
          .filter((canvas) => canvas.width > 0 && canvas.getContext("2d")
            .getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0)).length >= 3"""
    )


@pytest.mark.parametrize("zone", ZONES)
def test_five_in_the_evening_is_that_of_nanjing(open_stage: Opener, zone: str) -> None:
    """With the server's clock in New York, and the reader's anywhere."""
    stage = open_stage("app", timezone_id=zone)
    expect(stage.clock).to_have_text("17:00")
    stage.slider.focus()
    stage.page.keyboard.press("End")
    expect(stage.clock).to_have_text("07:00")
    expect(stage.frame.locator(".stage-date")).to_contain_text(stage.word("time.date_second"))


@pytest.mark.parametrize(
    ("origin", "asked", "shown"),
    [("app", "16:59", "17:00"), ("file", "16:59", "17:00"), ("file", "1937-12-13T07:01", "07:00"),
     ("file", "1937-12-13T01:35", "01:35"), ("file", "25:00", "17:00"), ("app", "<script>", "17:00")],
)  # fmt: skip
def test_an_hour_in_the_address_is_kept_within_the_night(
    open_stage: Opener, origin: str, asked: str, shown: str
) -> None:
    expect(open_stage(origin, f"?t={asked}").clock).to_have_text(shown)


@pytest.mark.parametrize("origin", ["app", "file"])
def test_an_address_can_name_hour_unit_and_view(open_stage: Opener, scene: dict[str, Any], origin: str) -> None:
    stage = open_stage(origin, "?t=1937-12-12T21:30&unit=training-unit&view=118.8,32.06,13")
    expect(stage.clock).to_have_text("21:30")
    expect(stage.title).to_have_text(named(scene, "unit", "training-unit"))
    stage.settled()
    assert stage.frame.evaluate(f"{MAP}.getZoom()") == 13


# --- the clock ---


def test_it_plays_and_pauses(stage: Stage) -> None:
    stage.button("timeline.play").click()
    stage.wait_minute("minute >= 20")
    stage.button("timeline.pause").click()
    expect(stage.button("timeline.play")).to_be_visible()
    seen = stage.minute
    stage.settled()
    assert stage.minute == seen


PRINTED = """async () => {
  const next = () => new Promise((done) => requestAnimationFrame(done));
  for (let i = 0; i < 20; i += 1) await next();  // what is drawn piece by piece is drawn
  const { data } = document.querySelector(".over-map-sheet").getContext("2d").getImageData(0, 0, 1366, 560);
  return Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", data)));
}"""
"""What is printed on the sheet, as a sum of its pixels."""


@pytest.mark.parametrize("minute", [44, 72, 780])
def test_a_minute_played_to_looks_like_the_same_minute_opened(open_stage: Opener, minute: int) -> None:
    """While it plays only parts are drawn anew, one a frame: at rest nothing of an earlier light may be left."""
    played = open_stage("file", f"?t={clock(minute - 30)}")
    played.button("timeline.play").click()
    played.wait_minute(f"minute >= {minute}")
    played.button("timeline.pause").click()
    played.slider.focus()
    played.page.keyboard.press("Shift+ArrowRight")
    played.page.wait_for_function("() => document.querySelectorAll('.over-map-leaving').length === 0")
    opened = open_stage("file", f"?t={clock(played.minute)}")
    assert played.frame.evaluate(PRINTED) == opened.frame.evaluate(PRINTED)


def test_the_ground_is_painted_before_all_that_is_told(open_stage: Opener) -> None:
    stage = open_stage("app")
    first = stage.frame.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    complete = stage.frame.evaluate("performance.getEntriesByName('stage-ready')[0].startTime")
    assert first < complete


def test_playing_says_nothing_to_the_server(open_stage: Opener) -> None:
    """Neither a rerun nor any other message, while the clock runs for hours of the night."""
    stage = open_stage("app")
    stage.frame.get_by_label(stage.word("timeline.speed")).select_option("20")
    at_rest(stage.page)
    before = list(stage.guard.frames)
    assert before  # the page has been told by socket what to show
    stage.button("timeline.play").click()
    stage.wait_minute("minute >= 60")
    assert stage.guard.frames == before


def test_playing_to_the_end_stops_there_and_can_begin_again(open_stage: Opener) -> None:
    stage = open_stage("file", "?t=1937-12-13T06:50")
    stage.button("timeline.play").click()
    expect(stage.clock).to_have_text("07:00")
    expect(stage.button("timeline.play")).to_be_visible()
    stage.button("timeline.play").click()
    stage.wait_minute("minute > 0 && minute < 600")


def test_the_speed_is_what_it_says(open_stage: Opener) -> None:
    stage = open_stage("file")
    paces = {}
    for speed in (1, 20):
        stage.frame.get_by_label(stage.word("timeline.speed")).select_option(str(speed))
        stage.seek(0)
        paces[speed] = stage.frame.evaluate(
            """async ([name, minutes]) => {
              const at = () => {
                const [h, m] = document.querySelector(".stage-clock").textContent.split(":").map(Number);
                return (h * 60 + m - 1020 + 1440) % 1440;
              };
              const until = async (minute) => {
                while (at() < minute) await new Promise(requestAnimationFrame);
                return performance.now();
              };
              document.querySelector(".tl-play").click();
              const from = await until(1);
              const to = await until(1 + minutes);
              document.querySelector(".tl-play").click();
              return minutes / ((to - from) / 1000);
            }""",
            [stage.word("timeline.play"), 2 * speed],
        )
    for speed, pace in paces.items():
        # A slow machine may fall behind, but no clock runs ahead.
        assert speed * 0.5 < pace < speed * 1.15, paces


def test_dragging_on_the_time_line_scrubs(stage: Stage) -> None:
    stage.button("timeline.play").click()
    box = stage.slider.bounding_box()
    assert box is not None
    mouse = stage.page.mouse
    y = box["y"] + box["height"] * 0.2
    mouse.move(box["x"] + box["width"] * 0.25, y)
    mouse.down()
    expect(stage.button("timeline.play")).to_be_visible()
    stage.wait_minute("minute > 150 && minute < 270")
    parts = ((0.5, "minute > 400 && minute < 440"), (0.75, "minute > 600"), (1.2, "minute === 840"), (0, "minute < 5"))
    for part, test in parts:
        mouse.move(box["x"] + box["width"] * part, y)
        stage.wait_minute(test)
    mouse.move(box["x"] + box["width"] * 0.5, y)
    stage.wait_minute("minute > 400 && minute < 440")
    mouse.up()
    at = stage.minute
    mouse.move(box["x"] + box["width"] * 0.9, y)
    stage.settled()
    assert stage.minute == at


@pytest.mark.parametrize("step", [1, 5, 15])
def test_steps(stage: Stage, step: int) -> None:
    stage.frame.get_by_label(stage.word("timeline.step"), exact=True).select_option(str(step))
    stage.seek(60)
    keyboard = stage.page.keyboard
    for key, minute in (("ArrowRight", 60 + step), ("ArrowUp", 60 + 2 * step), ("ArrowLeft", 60 + step),
                        ("Shift+ArrowLeft", 59 + step), ("PageUp", 119 + step), ("PageDown", 59 + step)):  # fmt: skip
        keyboard.press(key)
        expect(stage.clock).to_have_text(clock(minute))


def test_previous_and_next_event(stage: Stage, scene: dict[str, Any]) -> None:
    minutes = [minute for minute in events_of(scene) if 0 < minute < NIGHT]
    for minute in minutes[:3]:
        stage.button("timeline.next").click()
        expect(stage.clock).to_have_text(clock(int(minute)))
    stage.button("timeline.previous").click()
    expect(stage.clock).to_have_text(clock(int(minutes[1])))
    stage.slider.focus()
    stage.page.keyboard.press("End")
    stage.button("timeline.previous").click()
    expect(stage.clock).to_have_text(clock(int(minutes[-1])))


# --- keys ---


@pytest.mark.parametrize("where", ["page", "stage"])
def test_keys(open_stage: Opener, scene: dict[str, Any], where: str) -> None:
    """On the page as it loads, where nothing has the focus, and inside the stage after a press on its map."""
    stage = open_stage("app")
    if where == "stage":
        stage.press(stage.empty())
    first = next(minute for minute in events_of(scene) if minute > 0)
    press = stage.page.keyboard.press
    press("Space")
    expect(stage.button("timeline.pause")).to_be_visible()
    stage.wait_minute("minute >= 1")
    press("Space")
    expect(stage.button("timeline.play")).to_be_visible()
    press("End")
    expect(stage.clock).to_have_text("07:00")
    press("Home")
    expect(stage.clock).to_have_text("17:00")
    press("ArrowRight")
    expect(stage.clock).to_have_text(clock(int(first)))
    press("Shift+ArrowRight")
    expect(stage.clock).to_have_text(clock(int(first) + 1))
    press("Shift+ArrowLeft")
    press("ArrowLeft")
    press("Home")
    expect(stage.clock).to_have_text("17:00")
    press("l")
    expect(stage.list).to_be_visible()
    press("Escape")
    expect(stage.list).to_be_hidden()
    press("g")
    expect(stage.legend).to_be_visible()
    press("g")
    expect(stage.legend).to_be_hidden()
    stage.settled()
    zoom = stage.frame.evaluate(f"{MAP}.getZoom()")
    press("+")
    stage.settled()
    assert stage.frame.evaluate(f"{MAP}.getZoom()") > zoom
    press("-")
    stage.settled()
    assert stage.frame.evaluate(f"{MAP}.getZoom()") == zoom


def test_keys_of_the_page_itself_are_left_alone(open_stage: Opener) -> None:
    """Space on a button of the page presses it; far down the page the arrows belong to the page."""
    stage = open_stage("app")
    download = stage.page.get_by_role("button", name=stage.word("beneath.download"))
    download.focus()
    with stage.page.expect_download():
        stage.page.keyboard.press("Space")
    stage.page.keyboard.press("End")
    at_rest(stage.page)
    expect(stage.clock).to_have_text("17:00")
    expect(stage.button("timeline.play")).to_be_attached()


# --- picking on the map ---


def open_late(open_stage: Opener, origin: str, minute: int = LATE, **options: Any) -> Stage:
    return open_stage(origin, f"?t={clock(minute)}", **options)


@pytest.fixture(params=["app", "file"])
def late(request: pytest.FixtureRequest, open_stage: Opener) -> Stage:
    """The stage at 22:30."""
    return open_late(open_stage, request.param)


def test_one_press_on_a_mark_opens_its_words(late: Stage, record: Record, scene: dict[str, Any]) -> None:
    spot = late.spot("marks", lambda point: bool(quotes_of(record, point["id"], point["itinerary"])))
    late.press(spot)
    expect(late.title).to_have_text(named(scene, "unit", spot["id"]))
    assert quotes_of(record, spot["id"], spot["itinerary"]) <= set(late.quoted())
    shown = late.reader.locator("blockquote").first
    expect(shown).to_be_visible()
    expect(late.reader.locator(".source-line").first).to_be_visible()
    expect(late.reader.locator("[data-itinerary]")).to_have_count(
        sum(one.unit == spot["id"] for one in record.itineraries.values())
    )


def test_one_press_on_a_label_opens_its_words(late: Stage, record: Record, scene: dict[str, Any]) -> None:
    spot = late.spot("slips", lambda point: point["kind"] == "unit")
    late.press(spot)
    expect(late.title).to_have_text(named(scene, "unit", spot["id"]))
    assert quotes_of(record, spot["id"], spot["itinerary"]) <= set(late.quoted())


def test_one_press_on_a_trail_opens_its_words(late: Stage, record: Record, scene: dict[str, Any]) -> None:
    spot = late.spot("trails")
    late.press(spot)
    expect(late.title).to_have_text(named(scene, "unit", spot["id"]))
    assert quotes_of(record, spot["id"], spot["itinerary"]) <= set(late.quoted())


def test_what_was_pressed_is_written_out_beneath_the_map(open_stage: Opener, record: Record) -> None:
    stage = open_late(open_stage, "app")
    spot = stage.spot("marks", lambda point: bool(quotes_of(record, point["id"], point["itinerary"])))
    stage.press(spot)
    written = beneath(stage.page)
    expect(written.get_by_role("heading", name=record.units[spot["id"]].name.zh, exact=True)).to_be_attached()
    quote = next(iter(sorted(quotes_of(record, spot["id"], spot["itinerary"]))))
    expect(written).to_contain_text(quote)


def test_routes_that_share_a_road_offer_the_choice(late: Stage, scene: dict[str, Any]) -> None:
    late.slider.focus()
    late.page.keyboard.press("End")
    late.wait_minute(f"minute === {NIGHT}")
    shared = [p for p in late.drawn("trails") if p["gives"] and p["gives"]["kind"] == "choice" and "ids" in p["gives"]]
    assert shared
    late.press(shared[0])
    expect(late.title).to_have_text(late.word("reader.choice"))
    ids = shared[0]["gives"]["ids"]
    offered = late.reader.locator(".links button")
    assert offered.evaluate_all("(all) => all.map((one) => one.dataset.key)") == [f"unit {key}" for key in ids]
    offered.nth(1).click()
    expect(late.title).to_have_text(named(scene, "unit", ids[1]))


def test_units_that_stand_together_offer_the_choice(open_stage: Opener, scene: dict[str, Any]) -> None:
    stage = open_stage("file", "?t=17:00&view=118.79,32.07,12")
    groups = [p for p in stage.drawn("slips") if p["kind"] == "group"]
    assert groups
    stage.press(groups[0])
    expect(stage.title).to_have_text(stage.word("reader.choice"))
    first = stage.reader.locator(".links button").first
    key = first.get_attribute("data-key")
    assert key
    first.click()
    expect(stage.title).to_have_text(named(scene, "unit", key.removeprefix("unit ")))


def test_the_same_thing_can_be_pressed_again(late: Stage, scene: dict[str, Any]) -> None:
    key = late.spot("marks")["id"]
    for _ in range(3):
        late.press(late.spot("marks", lambda point: point["id"] == key))
        expect(late.title).to_have_text(named(scene, "unit", key))
        late.page.keyboard.press("Escape")
        expect(late.reader).to_be_hidden()


def test_one_thing_after_another(late: Stage, scene: dict[str, Any]) -> None:
    """A then B opens B, without closing A; and A again."""
    first = late.spot("marks")
    late.press(first)
    expect(late.title).to_have_text(named(scene, "unit", first["id"]))
    second = late.spot("marks", lambda point: point["id"] != first["id"])
    late.press(second)
    expect(late.title).to_have_text(named(scene, "unit", second["id"]))
    again = late.spot("marks", lambda point: point["id"] == first["id"])
    late.press(again)
    expect(late.title).to_have_text(named(scene, "unit", first["id"]))


@pytest.mark.parametrize("kind", ["gates", "docks"])
def test_a_gate_and_a_dock(late: Stage, record: Record, scene: dict[str, Any], kind: str) -> None:
    wanted = {"gates": {"gate", "outer-gate"}, "docks": {"dock", "wharf"}}[kind]
    told = {state.place for state in record.states.values()}
    spot = late.spot(kind, lambda point: scene["places"][point["id"]]["kind"] in wanted and point["id"] in told)
    late.press(spot)
    expect(late.title).to_have_text(named(scene, "place", spot["id"]))
    words = {record.quotes[q].text for s in record.states.values() if s.place == spot["id"] for q in s.quotes}
    assert words
    assert words <= set(late.quoted())
    late.page.keyboard.press("Escape")
    expect(late.reader).to_be_hidden()


def test_an_event_at_its_place(open_stage: Opener, record: Record, scene: dict[str, Any]) -> None:
    for event in scene["events"]:
        place = scene["places"].get(event["place"] or "")
        if event["minute"] is None or not 0 <= event["minute"] <= NIGHT or not place or place["area"]:
            continue
        if not (118.70 < place["lon"] < 118.89 and 32.0 < place["lat"] < 32.13):
            continue
        stage = open_stage("file", f"?t={clock(int(event['minute']))}&view={place['lon']},{place['lat']},15")
        stage.settled()
        box = stage.frame.locator(".leaflet-container").bounding_box()
        assert box is not None
        stage.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(stage.title).to_be_visible()
        if stage.title.text_content() != event["title"][0]:
            stage.reader.locator(f'[data-key="event {event["id"]}"]').click()
        expect(stage.title).to_have_text(event["title"][0])
        words = {record.quotes[key].text for key in event["quotes"]}
        assert words <= set(stage.quoted())
        return
    pytest.fail("no event of the night has a place on the map")


def test_the_event_just_reached_can_be_read(late: Stage, scene: dict[str, Any]) -> None:
    late.button("timeline.next").click()
    row = late.frame.locator(".stage-event-row").first
    key = row.get_attribute("data-key")
    assert key
    row.click()
    expect(late.title).to_have_text(named(scene, "event", key.removeprefix("event ")))
    assert late.quoted()


def test_a_press_beside_everything_closes(late: Stage) -> None:
    late.press(late.spot("marks"))
    expect(late.reader).to_be_visible()
    late.press(late.empty())
    expect(late.reader).to_be_hidden()


def test_dragging_the_map_picks_nothing(late: Stage) -> None:
    spot = late.spot("marks")
    before = late.settled()
    left, top = late.origin
    mouse = late.page.mouse
    mouse.move(left + spot["x"], top + spot["y"])
    mouse.down()
    mouse.move(left + spot["x"] + 60, top + spot["y"] + 40, steps=5)
    mouse.up()
    assert late.settled() != before
    expect(late.reader).to_be_hidden()


def test_the_hour_of_a_stop_sets_the_clock(stage: Stage, record: Record) -> None:
    page = stage.page
    unit = max(
        record.itineraries.values(),
        key=lambda one: sum(stop.arrive is not None and stop.arrive.grade.value == "stated" for stop in one.stops),
    ).unit
    stage.button("tools.list").click()
    stage.list.locator(f'[data-key="unit {unit}"]').click()
    hours = stage.reader.locator("button.hour")
    expect(hours.first).to_be_visible()
    targets = hours.evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))")
    assert len(targets) >= 2
    for number in (len(targets) - 1, 0):
        target = re.findall(r"\d\d:\d\d", targets[number])[-1]
        hours.nth(number).click()
        expect(stage.clock).to_have_text(target)
    hours.nth(len(targets) - 1).focus()
    page.keyboard.press("Enter")
    expect(stage.clock).to_have_text(re.findall(r"\d\d:\d\d", targets[-1])[-1])


# --- by keyboard only ---


def tab_to(stage: Stage, key: str, most: int = 400) -> None:
    """Press Tab until the element with that key has the focus."""
    for _ in range(most):
        if stage.focused() == key:
            return
        stage.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach '{key}'")


def tab_to_section(stage: Stage, name: str) -> None:
    for _ in range(400):
        at = stage.frame.evaluate("document.activeElement?.closest('summary')?.parentElement?.dataset.section ?? null")
        if at == name:
            return
        stage.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach the section '{name}'")


def test_a_unit_a_gate_a_dock_and_an_event_by_keyboard_alone(stage: Stage, scene: dict[str, Any]) -> None:
    press = stage.page.keyboard.press
    tab_to(stage, "tool list")
    press("Enter")
    expect(stage.list).to_be_visible()
    unit = "unit training-unit"
    tab_to(stage, unit)
    press("Enter")
    expect(stage.title).to_have_text(named(scene, "unit", "training-unit"))
    expect(stage.title).to_be_focused()
    press("Escape")
    expect(stage.list).to_be_visible()
    stage.frame.wait_for_function("(key) => document.activeElement?.dataset.key === key", arg=unit)
    for section, kind in (("gates", "place"), ("docks", "place"), ("events", "event")):
        tab_to_section(stage, section)
        press("Enter")
        press("Tab")
        key = stage.focused()
        assert key, section
        assert key.startswith(f"{kind} "), section
        press("Enter")
        expect(stage.title).to_have_text(named(scene, kind, key.removeprefix(f"{kind} ")))
        press("Escape")
        expect(stage.list).to_be_visible()
        stage.frame.wait_for_function("(key) => document.activeElement?.dataset.key === key", arg=key)
    press("Escape")
    expect(stage.list).to_be_hidden()
    stage.frame.wait_for_function("() => document.activeElement?.dataset.key === 'tool list'")


def test_the_list_holds_all_that_can_be_pressed(open_stage: Opener, record: Record, scene: dict[str, Any]) -> None:
    """At every hour: each unit with an itinerary, each place the record speaks of, each event."""
    stage = open_stage("file")
    stage.button("tools.list").click()
    expect(stage.list).to_be_visible()
    units = {f"unit {one.unit}" for one in record.itineraries.values()}
    places = {f"place {s.place}" for s in record.states.values()}
    places |= {f"place {s.place}" for one in record.itineraries.values() for s in one.stops if s.place}
    gates = {f"place {key}" for key, place in scene["places"].items() if place["kind"] in {"gate", "dock", "wharf"}}
    events = {f"event {key}" for key in record.events}
    for minute in (0, 300, 839):
        stage.seek(minute)
        keys = set(stage.list.locator("button[data-key]").evaluate_all("(all) => all.map((one) => one.dataset.key)"))
        assert units | places | gates | events <= keys


def test_the_list_keeps_step_with_the_clock(late: Stage, scene: dict[str, Any]) -> None:
    late.page.keyboard.press("l")
    expect(late.list.get_by_role("heading", level=2)).to_have_text(late.word("list.title", time=clock(LATE)))
    before = late.list.locator(".list-body").inner_text()
    late.seek(600)
    expect(late.list.get_by_role("heading", level=2)).to_have_text(late.word("list.title", time=clock(600)))
    expect(late.list.locator(".list-body")).not_to_have_text(before)


def test_names_are_found_in_any_script(open_stage: Opener, scene: dict[str, Any]) -> None:
    stage = open_stage("file")
    stage.page.keyboard.press("l")
    box = stage.frame.get_by_role("searchbox")
    found = stage.list.locator('.list-results [data-key="place yijiang-men"]')
    for query in ("挹江門", "挹江门", "yijiang", "Yìjiāng Mén", "Yijiang Men"):
        box.fill("xx")
        expect(found).to_be_hidden()
        box.fill(query)
        expect(found).to_be_visible()
    found.click()
    expect(stage.title).to_have_text(named(scene, "place", "yijiang-men"))


def test_letters_typed_in_the_search_are_letters(stage: Stage) -> None:
    stage.page.keyboard.press("l")
    box = stage.frame.get_by_role("searchbox")
    box.focus()
    stage.page.keyboard.type("lg f 0+")
    expect(box).to_have_value("lg f 0+")
    expect(stage.list).to_be_visible()
    expect(stage.button("timeline.play")).to_be_visible()


# --- reruns ---


def test_another_widgets_rerun_changes_nothing(open_stage: Opener, scene: dict[str, Any]) -> None:
    """Zoom, minute, open reader and the page of the stage itself outlive the download and a pick's own rerun."""
    stage = open_late(open_stage, "app")
    stage.page.keyboard.press("+")
    stage.page.keyboard.press("+")
    stage.settled()
    spot = stage.spot("marks")
    stage.press(spot)
    name = named(scene, "unit", spot["id"])
    expect(stage.title).to_have_text(name)
    expect(beneath(stage.page)).to_contain_text(name)
    at_rest(stage.page)
    stage.frame.evaluate("window.same = true")
    view = stage.settled()
    frames = len(stage.guard.frames)
    with stage.page.expect_download():
        stage.page.get_by_role("button", name=stage.word("beneath.download")).click()
    stage.page.wait_for_function("() => true")
    at_rest(stage.page)
    assert "sent" in stage.guard.frames[frames:]
    stage.page.evaluate("window.scrollTo(0, 0)")
    stage.page.locator('[data-testid="stMain"]').evaluate("(main) => main.scrollTo(0, 0)")
    assert hosted_frame(stage.page) == stage.frame
    assert stage.frame.evaluate("window.same") is True
    assert stage.settled().split()[2:5] == view.split()[2:5]
    expect(stage.clock).to_have_text(clock(LATE))
    expect(stage.title).to_have_text(name)


# --- readings ---


def test_another_reading_changes_the_map_and_is_kept_in_the_address(
    open_stage: Opener, scene: dict[str, Any], server: Server
) -> None:
    conflict, reading = next(
        (conflict, reading)
        for conflict in scene["conflicts"] for reading in conflict["readings"]
        if reading["id"] != conflict["default"] and reading.get("itineraries")
    )  # fmt: skip
    stage = open_stage("app")
    stage.page.keyboard.press("End")

    def trails() -> list[tuple[str, int, int]]:
        return [(p["id"], round(p["x"]), round(p["y"])) for p in stage.drawn("trails")]

    stage.page.keyboard.press("l")
    stage.frame.get_by_role("searchbox").fill(conflict["topic"][0])
    stage.list.locator(f'.list-results [data-key="conflict {conflict["id"]}"]').click()
    expect(stage.title).to_have_text(conflict["topic"][0])
    radio = stage.reader.locator(f'[data-key="reading {conflict["id"]}:{reading["id"]}"]')
    first = stage.reader.locator(f'[data-key="reading {conflict["id"]}:{conflict["default"]}"]')
    expect(first).to_be_checked()
    before = trails()
    radio.check()
    stage.page.wait_for_url(re.compile(r"[?&]reading="))
    assert trails() != before
    address = stage.page.url.removeprefix(server.url)
    first.check()
    expect(radio).not_to_be_checked()
    assert trails() == before

    again = open_stage("app", f"{address}&t=22:30")
    again.page.keyboard.press("l")
    again.frame.get_by_role("searchbox").fill(conflict["topic"][0])
    again.list.locator(f'.list-results [data-key="conflict {conflict["id"]}"]').click()
    expect(again.reader.locator(f'[data-key="reading {conflict["id"]}:{reading["id"]}"]')).to_be_checked()


# --- languages ---


@pytest.mark.parametrize("origin", ["app", "file"])
def test_three_languages_without_a_reload(open_stage: Opener, scene: dict[str, Any], origin: str) -> None:
    stage = open_late(open_stage, origin)
    stage.frame.evaluate("window.same = true")
    spot = stage.spot("marks")
    stage.press(spot)
    name = scene["units"][spot["id"]]["name"]
    keys = {"zh-Hans": "simplified", "zh-Hant": "traditional", "en": "english"}
    for language in ("en", "zh-Hant", "zh-Hans"):
        stage.frame.locator(f'[data-key="language {language}"]').click()
        stage.language = language
        expect(stage.title).to_have_text(name[LANGUAGES.index(language)] or name[0])
        expect(stage.frame.locator("html")).to_have_attribute("lang", language)
        expect(stage.button("tools.list")).to_be_visible()
        expect(stage.button(f"tools.{keys[language]}-name")).to_have_attribute("aria-pressed", "true")
        expect(stage.clock).to_have_text(clock(LATE))
        if origin == "app":
            stage.page.wait_for_url(re.compile(rf"[?&]lang={language}(&|$)"))
            heading = stage.page.get_by_role("heading", name=stage.word("beneath.record"), exact=True)
            expect(heading).to_be_attached()
    assert stage.frame.evaluate("window.same") is True


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("origin", ["app", "file"])
def test_the_language_of_the_address_is_opened(open_stage: Opener, origin: str, language: str) -> None:
    stage = open_stage(origin, f"?lang={language}", language=language)
    expect(stage.button("timeline.play")).to_be_visible()
    expect(stage.button("tools.legend")).to_be_visible()
    expect(stage.frame.locator("html")).to_have_attribute("lang", language)


@pytest.mark.parametrize(
    ("locale", "language"), [("zh-TW", "zh-Hant"), ("en-GB", "en"), ("zh-CN", "zh-Hans"), ("fr-FR", "zh-Hans")]
)
def test_the_browsers_language_is_opened(open_stage: Opener, locale: str, language: str) -> None:
    stage = open_stage("app", language=language, locale=locale)
    expect(stage.frame.locator("html")).to_have_attribute("lang", language)
    expect(stage.button("timeline.play")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_the_interface_is_missing(open_stage: Opener, language: str) -> None:
    """A word without an entry would be shown as its key."""
    stage = open_stage("file", f"?lang={language}&t=22:30", language=language)
    texts = [stage.frame.locator("body").inner_text()]
    for key in ("l", "g"):
        stage.page.keyboard.press(key)
        stage.settled()
        texts.append(stage.frame.locator("body").inner_text())
    for query in ("unit=training-unit", "place=yijiang-men"):
        stage = open_stage("file", f"?lang={language}&{query}", language=language)
        expect(stage.title).to_be_visible()
        texts.append(stage.frame.locator("body").inner_text())
    labels = stage.frame.locator("[aria-label]").evaluate_all("(all) => all.map((one) => one.ariaLabel)")
    tables = "|".join({key.split(".")[0] for key in words(language)})
    for text in [*texts, *labels]:
        assert re.findall(rf"\b(?:{tables})\.[a-z][a-z_-]+\b|\{{\w+\}}|\bundefined\b|\bNaN\b|\[object", text) == []


# --- sizes, full screen, motion, touch ---


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("origin", ["app", "file"])
def test_the_stage_fills_the_first_screen(open_stage: Opener, origin: str, width: int, height: int) -> None:
    stage = open_stage(origin, viewport={"width": width, "height": height})
    expect(stage.clock).to_be_visible()
    for frame in {stage.page.main_frame, stage.frame}:
        assert frame.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), frame.name
        assert frame.evaluate(
            """() => [...document.querySelectorAll("body, [data-testid=stMain], [data-testid=stApp], .stage")]
              .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.className || one.tagName)"""
        ) == []  # fmt: skip
    box = stage.frame.locator(".stage").bounding_box()
    assert box is not None
    assert (round(box["x"]), round(box["y"]), round(box["width"]), round(box["height"])) == (0, 0, width, height)
    parts = (stage.frame.locator(".stage-sheet"), stage.frame.locator(".stage-timeline"), stage.button("timeline.play"))
    for part in parts:
        inner = part.bounding_box()
        assert inner is not None
        assert inner["y"] >= 0
        assert inner["y"] + inner["height"] <= height + 0.5
        assert inner["x"] + inner["width"] <= width + 0.5


@pytest.mark.parametrize("drawer", ["reader", "list", "legend"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_runs_off_the_side_with_a_drawer_open(open_stage: Opener, width: int, height: int, drawer: str) -> None:
    query = "?unit=training-unit" if drawer == "reader" else ""
    stage = open_stage("file", query, viewport={"width": width, "height": height})
    if drawer != "reader":
        stage.page.keyboard.press(drawer[0] if drawer == "list" else "g")
    part: Any = {"reader": stage.reader, "list": stage.list, "legend": stage.legend}[drawer]
    expect(part).to_be_visible()
    stage.settled()
    box = part.bounding_box()
    assert box["x"] >= -0.5
    assert box["x"] + box["width"] <= width + 0.5
    assert part.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1")
    assert stage.frame.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    close = part.get_by_role("button", name=stage.word("stage.close"))
    expect(close).to_be_in_viewport()


def test_the_clock_is_large_enough_to_be_projected(open_stage: Opener) -> None:
    stage = open_stage("file", viewport={"width": 1920, "height": 1080})
    assert float(stage.clock.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")) >= 36


def fits(frame: Frame) -> bool:
    """Whether Leaflet's idea of its box is the box."""
    return bool(frame.evaluate(
        f"""() => {{
          const map = {MAP};
          const box = map.getContainer().getBoundingClientRect();
          const size = map.getSize();
          return Math.abs(box.width - size.x) <= 1 && Math.abs(box.height - size.y) <= 1;
        }}"""
    ))  # fmt: skip


def test_full_screen(stage: Stage) -> None:
    stage.button("tools.fullscreen").click()
    stage.frame.wait_for_function("() => document.fullscreenElement !== null")
    expect(stage.button("tools.fullscreen-leave")).to_be_visible()
    stage.page.set_viewport_size({"width": 1920, "height": 1080})
    stage.frame.wait_for_function("() => innerWidth === 1920 && innerHeight === 1080")
    size = stage.settled().split()[:2]
    assert fits(stage.frame)
    stage.page.set_viewport_size({"width": 1366, "height": 768})
    stage.frame.wait_for_function("() => innerWidth === 1366 && innerHeight === 768")
    assert stage.settled().split()[:2] != size
    assert fits(stage.frame)
    stage.button("tools.fullscreen-leave").click()
    stage.frame.wait_for_function("() => document.fullscreenElement === null")
    expect(stage.button("tools.fullscreen")).to_be_visible()
    stage.settled()
    assert fits(stage.frame)


def test_the_map_follows_its_box(stage: Stage) -> None:
    before = stage.settled().split()[:2]
    stage.page.keyboard.press("l")
    expect(stage.list).to_be_visible()
    assert stage.settled().split()[:2] != before
    assert fits(stage.frame)


def test_reduced_motion_steps_by_five_minutes(open_stage: Opener) -> None:
    stage = open_stage("file", reduced_motion="reduce")
    stage.frame.evaluate(
        """() => {
          window.seen = [];
          const clock = document.querySelector(".stage-clock");
          const what = { childList: true, subtree: true, characterData: true };
          new MutationObserver(() => window.seen.push(clock.textContent)).observe(clock, what);
        }"""
    )
    stage.button("timeline.play").click()
    stage.wait_minute("minute >= 25")
    stage.button("timeline.pause").click()
    seen = stage.frame.evaluate("window.seen")
    assert seen[:5] == ["17:05", "17:10", "17:15", "17:20", "17:25"]


def test_without_it_motion_is_smooth(open_stage: Opener) -> None:
    """The clock runs through every minute, and a mark stands on many places between them."""
    stage = open_stage("file", f"?t={clock(LATE)}", reduced_motion="no-preference")
    places = stage.frame.evaluate(
        f"""async () => {{
          const {{ scenery }} = await import("#pick");
          const on = scenery({MAP});
          const seen = new Set();
          document.querySelector(".tl-play").click();
          for (let frame = 0; frame < 30; frame += 1) {{
            await new Promise(requestAnimationFrame);
            seen.add(on.marks.map(({{ x, y }}) => `${{x.toFixed(3)}} ${{y.toFixed(3)}}`).join());
          }}
          return seen.size;
        }}"""
    )
    assert places > 10


def test_a_finger_on_the_time_line_leaves_the_map_where_it_is(open_stage: Opener) -> None:
    for origin in ("app", "file"):
        stage = open_stage(origin, has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
        view = stage.settled()
        box = stage.slider.bounding_box()
        assert box is not None
        touch = stage.page.context.new_cdp_session(stage.page)

        def at(part: float, box: Any = box) -> list[dict[str, float]]:
            return [{"x": box["x"] + box["width"] * part, "y": box["y"] + box["height"] * 0.3}]

        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at(0.3)})
        for step in range(1, 9):
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": at(0.3 + 0.05 * step)})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        stage.wait_minute("minute > 520 && minute < 660")
        assert stage.settled() == view
        assert stage.page.evaluate("window.scrollX") == 0


def test_a_finger_opens_what_it_presses(open_stage: Opener, scene: dict[str, Any]) -> None:
    stage = open_stage(
        "app", f"?t={clock(LATE)}", has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844}
    )
    spot = stage.spot("gates")
    left, top = stage.origin
    stage.page.touchscreen.tap(left + spot["x"], top + spot["y"])
    expect(stage.title).to_be_visible()
    shown = stage.reader.inner_text()
    assert named(scene, "place", spot["id"]) in shown


# --- without the server ---


def test_the_page_works_on_when_the_server_is_gone(
    open_stage: Opener, chromium: Any, record: Record, tmp_path: Path
) -> None:
    """The stage in the open page, and the file downloaded from it."""
    running = Server()
    context = chromium.new_context(viewport={"width": 1366, "height": 768}, locale="zh-CN", accept_downloads=True)
    page = context.new_page()
    guard = Guard(page)
    try:
        page.goto(running.url)
        frame = hosted_frame(page)
        frame.wait_for_selector(".stage[data-ready=yes]")
        at_rest(page)
        stage = Stage(page, frame, guard, "zh-Hans")
        with page.expect_download() as download:
            page.get_by_role("button", name=stage.word("beneath.download")).click()
        saved = tmp_path / download.value.suggested_filename
        download.value.save_as(saved)
        page.locator('[data-testid="stMain"]').evaluate("(main) => main.scrollTo(0, 0)")
    finally:
        running.stop()
    assert guard.outside() == []
    # Streamlit may by now have laid a notice over the page, so what follows does not go by way of the pointer.
    stage.button("timeline.next").dispatch_event("click")
    expect(stage.clock).not_to_have_text("17:00")
    stage.button("tools.list").dispatch_event("click")
    stage.list.locator('[data-key="unit training-unit"]').dispatch_event("click")
    expect(stage.title).to_have_text(record.units["training-unit"].name.zh)
    assert stage.quoted()
    context.close()

    alone = open_stage(str(saved), f"?t={clock(LATE)}")
    spot = alone.spot("marks")
    alone.press(spot)
    expect(alone.title).to_have_text(record.units[spot["id"]].name.zh)
    alone.page.keyboard.press("Escape")
    alone.button("tools.sources").click()
    expect(alone.title).to_have_text(alone.word("source.title"))
    assert all(url.startswith(("file:", "data:", "blob:")) for url in alone.guard.requests)


def test_the_sources_button_goes_to_the_sources(open_stage: Opener) -> None:
    stage = open_stage("app")
    stage.button("tools.sources").click()
    expect(stage.page.get_by_role("heading", name=stage.word("beneath.record"), exact=True)).to_be_in_viewport()


# --- access ---

SERIOUS = {"serious", "critical"}


def axe(frame: Frame) -> list[str]:
    """What axe finds serious in a frame alone: rule, element, why."""
    if not frame.evaluate("'axe' in window"):
        frame.evaluate(Path(AXE_FILE_PATH).read_text(encoding="utf-8"))
    found = frame.evaluate(
        """async () => {
          const { violations } = await axe.run(document, { iframes: false, resultTypes: ["violations"] });
          const said = ({ html, failureSummary }) => `${html.slice(0, 160)}: ${failureSummary}`;
          return violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(said) }));
        }"""
    )
    return [f"{one['id']}: {node}" for one in found if one["impact"] in SERIOUS for node in one["nodes"][:3]]


@pytest.mark.parametrize(("language", "minute"), [("zh-Hans", LATE), ("en", 0)])
@pytest.mark.parametrize("drawer", ["none", "reader", "place", "list", "legend"])
def test_axe_finds_nothing_serious_in_the_stage(open_stage: Opener, drawer: str, minute: int, language: str) -> None:
    picked = {"reader": "&unit=training-unit", "place": "&place=yijiang-men"}.get(drawer, "")
    stage = open_stage("file", f"?t={clock(minute)}&lang={language}{picked}", language=language)
    if drawer in {"list", "legend"}:
        stage.page.keyboard.press("l" if drawer == "list" else "g")
        expect(stage.list if drawer == "list" else stage.legend).to_be_visible()
    stage.settled()
    assert axe(stage.frame) == []


def test_axe_finds_nothing_serious_in_the_page(open_stage: Opener) -> None:
    stage = open_stage("app", "?unit=training-unit")
    expect(stage.page.get_by_role("heading", name=stage.word("beneath.record"), exact=True)).to_be_attached()
    at_rest(stage.page)
    assert axe(stage.page.main_frame) == []
    assert axe(stage.frame) == []


def test_the_title_follows_the_language(open_stage: Opener) -> None:
    stage = open_stage("file")
    before = stage.page.title()
    stage.frame.locator('[data-key="language en"]').click()
    expect(stage.frame.locator("html")).to_have_attribute("lang", "en")
    assert stage.page.title() != before


def test_what_the_test_of_requests_would_catch(chromium: Any) -> None:
    """A page that does ask another machine is reported; the request itself goes nowhere."""
    context = chromium.new_context()
    page: Page = context.new_page()
    guard = Guard(page)
    page.set_content("<img src='http://tile.example/0.png'><script>console.error('wrong')</script>")
    assert guard.outside() == ["http://tile.example/0.png"]
    assert any("wrong" in error for error in guard.errors)
    with pytest.raises(AssertionError):
        guard.quiet()
    context.close()
