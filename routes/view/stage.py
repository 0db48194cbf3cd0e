"""The stage: one folium map without tiles, its base layers, and the overlay that animates the night.

The result is one HTML string that asks nothing of any server: Leaflet, the modules, the styles and the scene are all
inside it. The same string is the page's iframe and the single-file export.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import quote

import folium
from branca.element import Element, Figure, MacroElement
from folium.template import Template
from geopandas import GeoDataFrame

from geodata import Geodata
from routes.models import Json
from routes.reading import Record
from routes.view.scene import scene

WEB = Path(__file__).resolve().parent / "web"

Row = Mapping[str, Any]

RELIEF_STEPS = (50, 100, 200, 300)
"""Metres above which a tint is a step darker."""


def _relief(row: Row) -> str:
    if row["kind"] != "tint":
        return ""
    return f"relief relief-{1 + sum(row['z'] >= step for step in RELIEF_STEPS)}"


BASE: tuple[tuple[str, str, Callable[[Row], str]], ...] = (
    ("city", "city", lambda row: "city"),
    ("river", "water", lambda row: "water bank" if row["kind"] == "water" else ""),
    ("islands", "water", lambda row: "island bank"),
    ("relief", "mountain", _relief),
    ("hachures", "mountain", lambda row: f"hachure hachure-{row['weight'] * 10:.0f}"),
    ("lakes", "water", lambda row: {"lake": "lake", "islet": "island"}.get(row["kind"], "")),
    ("moat", "water", lambda row: "lake" if row["kind"] == "moat-water" else "stream"),
    ("roads", "roads", lambda row: f"road road-{row['kind']}"),
    ("roads", "roads", lambda row: "road-main" if row["kind"] == "street" else ""),
    ("railways", "railways", lambda row: "" if row["kind"] in {"station", "ferry"} else "rail"),
    ("railways", "railways", lambda row: "" if row["kind"] in {"station", "ferry"} else "rail-gap"),
    ("wall", "wall", lambda row: "wall"),
)
"""Base layers from the ground up: layer of the geodata, switch that shows it, class names of a feature.

An empty name leaves the feature out. Streets and railways are drawn twice: their edges, then what lies between.
"""


KEPT = "".join(chr(c) for c in range(0x20, 0x7F) if chr(c) not in '%#"&<>{}')
"""What stands in a `data:` URL as it is: all but what a URL, an attribute or a template would read."""


def _data_url(text: str, kind: str) -> str:
    """A text as a `data:` URL, with few escapes: shorter than base64, and the browser reads it faster."""
    return f"data:{kind};charset=utf-8,{quote(text, safe=KEPT)}"


@cache
def _leaflet(name: str) -> bytes:
    return (resources.files("js_lib_leaflet") / "static" / "js_lib_leaflet" / name).read_bytes()


def _leaflet_css() -> str:
    """Leaflet's styles without the pictures of controls and markers that the stage does not use."""
    lines = _leaflet("leaflet.css").decode("utf-8").splitlines()
    return "\n".join(line for line in lines if "url(" not in line)


def _packed(data: Json) -> str:
    """JSON as base64 of gzip: a fifth of the size, and nothing that HTML, Jinja or a script could misread."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode("utf-8"), mtime=0)).decode("ascii")


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
    """What moves and what is read: unpacks the stage's modules and gives them the map and the scene."""

    _template = Template("""
        {% macro header(this, kwargs) %}
        {% for sheet in this.sheets %}<link rel="stylesheet" href="{{ sheet }}">
        {% endfor %}<script type="application/octet-stream" id="packed">{{ this.packed }}</script>
        <script>
        // Unpacked while the rest of the page is still being read.
        const night = (async () => {
            const text = atob(document.getElementById("packed").textContent);
            const bytes = new Uint8Array(text.length);
            for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
            const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
            const { scene, modules } = await new Response(stream).json();
            const map = document.createElement("script");
            map.type = "importmap";
            map.textContent = modules;
            document.head.append(map);
            return { scene, stage: await import("#stage") };
        })();
        </script>
        {% endmacro %}
        {% macro script(this, kwargs) %}
        night.then(({ scene, stage }) => stage.start({ map: {{ this._parent.get_name() }}, L, scene }));
        {% endmacro %}
        """)

    def __init__(self, data: Json) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._name = "Overlay"
        imports = {
            f"#{path.stem}": _data_url(path.read_text(encoding="utf-8"), "text/javascript")
            for path in sorted(WEB.glob("*.js"))
        }
        self.packed = _packed({"scene": data, "modules": json.dumps({"imports": imports})})
        self.sheets = [_data_url(path.read_text(encoding="utf-8"), "text/css") for path in sorted(WEB.glob("*.css"))]


class Leaflet(Element):
    """Leaflet itself and the title of the page, for the head.

    A plain element is rendered once, and what it is given is not read as a template; macros are rendered twice.
    """

    _template = Template("""
        <script>{{ this.code }}</script>
        <link rel="stylesheet" href="{{ this.sheet }}">
        <title>{{ this.title }}</title>
        """)

    def __init__(self, title: str) -> None:
        super().__init__()
        self._name = "Leaflet"
        code = _leaflet("leaflet.js").decode("utf-8").replace("</script", "<\\/script")
        self.code = re.sub(r"//# sourceMappingURL=.*", "", code)  # a map that nobody could fetch
        self.sheet = _data_url(_leaflet_css(), "text/css")
        self.title = _escaped(title)


def base_map(geodata: Geodata, view: tuple[float, float, float, float]) -> folium.Map:
    """The folium map without tiles or controls, with the base layers, centred on (west, south, east, north)."""
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
    # Without a zoom the map has no view until the stage fits it to the window: its layers are laid out only once.
    del sheet.options["zoom"]
    for name, switch, classes in BASE:
        data = _features(geodata.layers[name], switch, classes)
        folium.GeoJson(
            data, name=name, style_function=_style, smooth_factor=0, interactive=False, control=False
        ).add_to(sheet)
    return sheet


def stage_map(record: Record, language: str = "zh-Hans") -> folium.Map:
    """The folium map with its overlay, opening in `language`."""
    sheet = base_map(record.geodata, record.night.view)
    Overlay(scene(record, language)).add_to(sheet)
    return sheet


def stage_html(record: Record, language: str = "zh-Hans") -> str:
    """The stage as one self-contained HTML string; the same record gives the same string."""
    sheet = stage_map(record, language)
    figure = sheet.get_root()
    assert isinstance(figure, Figure)
    figure.header.add_child(Leaflet(record.night.title.zh), name="leaflet", index=0)
    return _numbered(_compact(str(figure.render())))


def _escaped(text: str) -> str:
    return "".join(f"&#{ord(c)};" if c in "<>&{}\"'" else c for c in text)


def _compact(html: str) -> str:
    """Take out the spaces that folium prints after every comma of its GeoJSON: a tenth of the layers."""

    def dense(match: re.Match[str]) -> str:
        return "_add(" + json.dumps(json.loads(match[1]), ensure_ascii=False, separators=(",", ":")) + ");"

    return re.sub(r"_add\((\{.*?\})\);", dense, html)


def _numbered(html: str) -> str:
    """Replace the random ids that branca gives its elements by their order of appearance."""
    seen: dict[str, str] = {}
    return re.sub(r"(?<=_)[0-9a-f]{32}(?![0-9a-f])", lambda m: seen.setdefault(m.group(), f"{len(seen):02d}"), html)
