"""One night on a map: Nanjing, 17:00 on 12 December 1937 to dawn. Run with `streamlit run app.py`."""

from __future__ import annotations

import gc

import streamlit as st

from geodata.faults import DataFaultError, Fault
from routes import Record, check, read
from routes.view import beneath, component
from routes.view.page import FOLDER, language_of
from routes.view.stage import stage_html
from routes.view.words import word


@st.cache_resource(show_spinner=False)
def load() -> tuple[Record | None, str, tuple[Fault, ...]]:
    """The record and its stage as HTML, or every fault of the data. The string is cached, never the map."""
    try:
        record = read()
        if faults := check(record):
            raise DataFaultError(faults)
    except DataFaultError as error:
        return None, "", error.faults
    html = stage_html(record)
    # Streamlit collects garbage before it sends what a run has written. The record stays as long as the server does:
    # left out of that search, it no longer keeps every reader waiting for a tenth of a second.
    gc.collect()
    gc.freeze()
    return record, html, ()


@st.cache_data(show_spinner=False)
def written(name: str, language: str) -> str:
    """A page of the record in words: its sources, the order, the disagreements or the figures."""
    record, _, _ = load()
    pages = {
        "sources": beneath.sources_markdown,
        "order": beneath.order_markdown,
        "conflicts": beneath.conflicts_markdown,
        "figures": beneath.figures_markdown,
    }
    return "" if record is None else pages[name](record, language)


def show_faults(faults: tuple[Fault, ...], language: str) -> None:
    """Say what is wrong with the data, where, and what likely caused it."""
    st.header(word(language, "faults.title"))
    st.write(word(language, "faults.what", count=len(faults)))
    heads = [word(language, f"faults.{name}") for name in ("file", "record", "fault", "cause")]
    st.dataframe([dict(zip(heads, (f.file, f.record, f.what, f.cause), strict=True)) for f in faults], hide_index=True)
    st.write(word(language, "faults.mend"))


def main() -> None:
    """The page: the stage on the first screen, and beneath it what was picked, with its sources."""
    st.set_page_config(page_title="南京 1937-12-12 17:00–07:00", layout="wide", initial_sidebar_state="collapsed")
    st.html(FOLDER / "page.css")
    opening = language_of(st.query_params.get("lang"), st.context.locale)
    record, html, faults = load()
    if record is None:
        with st.container(key=f"beneath-{opening}"):
            show_faults(faults, opening)
        return
    heard = component.stage(html, language=opening, title=word(opening, "page.stage"), anchor="sources")
    if not heard.ready:
        return
    language = language_of(heard.language, opening)
    with st.container(key=f"beneath-{language}"):
        picked = beneath.picked_markdown(record, heard.picked, language)
        st.header(word(language, "beneath.picked"), anchor="picked")
        st.markdown(picked or word(language, "beneath.nothing"))
        st.header(word(language, "beneath.record"), anchor="sources")
        names = ("sources", "order", "conflicts", "figures")
        tabs = st.tabs([word(language, f"beneath.{name}") for name in names], key="record", on_change="rerun")
        for name, tab in zip(names, tabs, strict=True):
            if tab.open:  # the others are sent when they are opened: together they are longer than the stage
                tab.markdown(written(name, language))
        st.download_button(
            word(language, "beneath.download"), html, file_name="nanjing-1937-12-12.html", mime="text/html"
        )
        st.caption(word(language, "beneath.licence"))


main()
