"""The stage: one folium map without tiles, its base layers, and the overlay that animates the night.

The result is one HTML string that asks nothing of any server: Leaflet, the modules, the styles and the scene are all
inside it. The same string is the page's iframe and the single-file export.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import folium
from branca.element import Element, MacroElement
from folium.template import Template
from geopandas import GeoDataFrame

from geodata import Geodata
from routes.models import Json
from routes.reading import Record
from routes.view.scene import scene

WEB = Path(__file__).resolve().parent / "web"

Row = Mapping[str, Any]

BASE: tuple[tuple[str, str, Callable[[Row], str]], ...] = (
    ("city", "city", lambda row: "city"),
    ("river", "water", lambda row: "water bank" if "Polygon" in row["type"] else ""),
    ("islands", "island", lambda row: "island bank"),
    ("relief", "mountain", lambda row: f"relief relief-{row['step']}" if row.get("kind") == "tint" else ""),
    ("hachures", "mountain", lambda row: "hachure"),
    ("lakes", "water", lambda row: "lake" if row.get("class") == "lake" else "island"),
    ("moat", "water", lambda row: "lake" if "Polygon" in row["type"] else "stream"),
    ("roads", "roads", lambda row: "road-main" if row.get("kind") == "street" else f"road road-{row.get('kind')}"),
    ("railways", "railways", lambda row: "rail"),
    ("railways", "railways", lambda row: "rail-gap"),
    ("wall", "wall", lambda row: "wall"),
)
"""Base layers from the ground up: layer of the geodata, switch that shows it, class names of a feature ('' leaves it out)."""


def _data_url(content: bytes, kind: str) -> str:
    """Content as a base64 `data:` URL, in which no template and no script can find anything to run."""
    return f"data:{kind};base64,{base64.b64encode(content).decode('ascii')}"


@cache
def _leaflet(name: str) -> bytes:
    return (resources.files("js_lib_leaflet") / "static" / "js_lib_leaflet" / name).read_bytes()


def _leaflet_css() -> bytes:
    """Leaflet's styles without the pictures of controls and markers that the stage does not use."""
    lines = _leaflet("leaflet.css").decode("utf-8").splitlines()
    return "\n".join(line for line in lines if "url(" not in line).encode("utf-8")


def safe_json(value: object) -> str:
    """JSON that neither the HTML parser nor Jinja can misread: `<`, `>`, `&` and a `{` inside a string are escaped."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    out: list[str] = []
    inside = escaped = False
    for char in text:
        if inside and not escaped and char == '"':
            inside = False
        elif not inside and char == '"':
            inside = True
        if char in "<>&" or (inside and char in "{}") or char in "\u2028\u2029":
            out.append(f"\\u{ord(char):04x}")
        else:
            out.append(char)
        escaped = inside and char == "\\" and not escaped
    # Outside strings JSON has no "{%" or "{#", and "{{" is not JSON; only "}}" stands, which Jinja takes as text.
    return "".join(out)


def _features(layer: GeoDataFrame, switch: str, classes: Callable[[Row], str]) -> Json:
    """A layer as GeoJSON with nothing but geometry and class names."""
    found = []
    for _, row in layer.iterrows():
        names = classes({**row.drop("geometry").to_dict(), "type": row.geometry.geom_type})
        if names:
            properties = {"c": f"base base-{switch} {names}"}
            found.append({"type": "Feature", "properties": properties, "geometry": _rounded(row.geometry)})
    return {"type": "FeatureCollection", "features": found}


def _rounded(geometry: Any) -> Json:
    def walk(value: Any) -> Any:
        return [walk(v) for v in value] if isinstance(value, (list, tuple)) else round(value, 5)

    mapping = geometry.__geo_interface__
    return {"type": mapping["type"], "coordinates": walk(mapping["coordinates"])}


def _style(feature: Json) -> Json:
    return {"className": feature["properties"]["c"]}


class Overlay(MacroElement):
    """What moves and what is read: loads the stage's modules and gives them the map and the scene."""

    _template = Template("""
        {% macro header(this, kwargs) %}
        {% for sheet in this.sheets %}<link rel="stylesheet" href="{{ sheet }}">
        {% endfor %}<script type="importmap">{"imports": {{ this.modules }}}</script>
        <script type="application/json" id="scene">{{ this.scene }}</script>
        {% endmacro %}
        {% macro script(this, kwargs) %}
        import("#stage").then((stage) => stage.start({
            map: {{ this._parent.get_name() }}, L,
            scene: JSON.parse(document.getElementById("scene").textContent),
        }));
        {% endmacro %}
        """)

    def __init__(self, data: Json) -> None:
        super().__init__()
        self._name = "Overlay"
        self.scene = safe_json(data)
        self.modules = json.dumps(
            {f"#{path.stem}": _data_url(path.read_bytes(), "text/javascript") for path in sorted(WEB.glob("*.js"))}
        )
        self.sheets = [_data_url(path.read_bytes(), "text/css") for path in sorted(WEB.glob("*.css"))]


def base_map(geodata: Geodata, view: tuple[float, float, float, float]) -> folium.Map:
    """The folium map without tiles or controls, with the base layers, fitted to (west, south, east, north)."""
    west, south, east, north = view
    sheet = folium.Map(
        location=[(south + north) / 2, (west + east) / 2],
        zoom_start=12,
        tiles=None,
        zoom_control=False,
        attribution_control=False,
        zoom_snap=0.25,
        zoom_delta=0.5,
        min_zoom=8,
        max_zoom=16,
        zoom_animation=False,
        fade_animation=False,
        keyboard=False,
    )
    sheet.default_js = []
    sheet.default_css = []
    for name, switch, classes in BASE:
        data = _features(geodata.layers[name], switch, classes)
        folium.GeoJson(
            data, name=name, style_function=_style, smooth_factor=0.6, interactive=False, control=False
        ).add_to(sheet)
    return sheet


def stage_map(record: Record, language: str = "zh-Hans") -> folium.Map:
    """The folium map with its overlay, opening in `language`."""
    sheet = base_map(record.geodata, record.night.view)
    Overlay(scene(record, language)).add_to(sheet)
    return sheet


def stage_html(record: Record, language: str = "zh-Hans") -> str:
    """The stage as one self-contained HTML string. Its ids are numbered, so that the same record gives the same string."""
    sheet = stage_map(record, language)
    figure = sheet.get_root()
    head = Element(
        f'<script src="{_data_url(_leaflet("leaflet.js"), "text/javascript")}"></script>'
        f'<link rel="stylesheet" href="{_data_url(_leaflet_css(), "text/css")}">'
        f"<title>{_escaped(record.night.title.zh)}</title>"
    )
    figure.header.add_child(head, name="leaflet", index=0)
    html = str(figure.render())
    return _numbered(html)


def _escaped(text: str) -> str:
    return "".join(f"&#{ord(c)};" if c in "<>&{}\"'" else c for c in text)


def _numbered(html: str) -> str:
    """Replace the random ids that branca gives its elements by their order of appearance."""
    seen: dict[str, str] = {}
    return re.sub(r"(?<=_)[0-9a-f]{32}\b", lambda m: seen.setdefault(m.group(), f"{len(seen):02d}"), html)
