// The view of the map: fitted to its box until the reader moves it, and what is picked kept in sight.

import { conflictOf } from "#readings";
import { positionAt } from "#tracks";

/** Bounds in the order Leaflet wants them, of points [lon, lat, …]. */
function boundsOf(L, points) {
  return L.latLngBounds(points.map(([lon, lat]) => [lat, lon]));
}

/**
 * Keeps the map fitted to its box, the opening view whole until the reader moves it, and what is picked in sight.
 */
export function mount(root, store, given, { map, L, options }) {
  let scene = given;
  let home = true;
  let ours = false;
  let last = { width: root.clientWidth, height: root.clientHeight };

  const padding = () => {
    const { x } = map.getSize();
    if (x < 700) return { left: 12, top: Math.min(150, root.offsetHeight * 0.34), right: 12, bottom: 26 };
    const left = window.innerWidth >= 1600 ? 400 : 300;
    return { left: x > 900 ? left : Math.min(left, x * 0.3), top: 64, right: 30, bottom: 34 };
  };
  const move = (run) => {
    ours = true;
    run();
    ours = false;
  };
  const whole = (animate = false) => {
    move(() => map.invalidateSize({ pan: false, animate: false }));
    const [west, south, east, north] = scene.night.view;
    const { left, top, right, bottom } = padding();
    home = true;
    last = { width: root.clientWidth, height: root.clientHeight };
    move(() =>
      map.fitBounds(
        [[south, west], [north, east]],
        { paddingTopLeft: [left, top], paddingBottomRight: [right, bottom], animate: animate && !store.state.reduced },
      ),
    );
  };

  /** Where a selection lies, as points [lon, lat]; nothing for what cannot be placed. */
  const pointsOf = (selected) => {
    if (selected?.kind === "place") {
      const place = scene.places[selected.id];
      return place ? [[place.lon, place.lat]] : [];
    }
    if (selected?.kind === "unit") {
      const tracks = scene.tracks.filter(({ unit }) => unit === selected.id);
      const now = tracks.map((track) => positionAt(track, store.state.minute)).filter((position) => position !== null);
      if (now.length > 0) return now.map(({ lon, lat }) => [lon, lat]);
      const paths = [...scene.tracks, ...(scene.undated ?? [])].filter(
        ({ unit, itinerary }) => unit === selected.id && (!selected.itinerary || itinerary === selected.itinerary),
      );
      return paths.flatMap(({ path }) => path);
    }
    if (selected?.kind === "event") {
      const place = scene.places[scene.events.find(({ id }) => id === selected.id)?.place];
      return place ? [[place.lon, place.lat]] : [];
    }
    return [];
  };

  /** Pan, never zoom in, so that the selection is beside the text column and the drawer. */
  const reveal = () => {
    const points = pointsOf(store.state.selected);
    if (points.length === 0) return;
    const bounds = boundsOf(L, points);
    const size = map.getSize();
    const { left, top, right, bottom } = padding();
    // On a telephone the drawer lies over the lower part of the map.
    const covered = size.x < 700 && store.state.drawer === "reader";
    const low = L.point(Math.min(left, size.x / 3), covered ? 80 : top);
    const high = L.point(size.x - right - 30, size.y - (covered ? size.y * 0.56 : bottom + 20));
    const a = map.latLngToContainerPoint(bounds.getNorthWest());
    const b = map.latLngToContainerPoint(bounds.getSouthEast());
    const along = (from, to, min, max) => {
      // What is too large to be shown whole is only brought in when none of it is in view.
      if (to - from > max - min) return to < min + 40 ? to - min - 40 : from > max - 40 ? from - max + 40 : 0;
      return from < min ? from - min : to > max ? to - max : 0;
    };
    const by = L.point(along(a.x, b.x, low.x, high.x), along(a.y, b.y, low.y, high.y)).round();
    if (by.x || by.y) move(() => map.panBy(by, { animate: !store.state.reduced, duration: 0.22 }));
  };

  const fit = () => {
    const width = root.clientWidth;
    const height = root.clientHeight;
    if (width === 0 || height === 0 || (width === last.width && height === last.height)) return;
    const { drawer, selected } = store.state;
    const onMap = pointsOf(selected).length > 0 || (selected?.ids ?? []).some((id) => conflictOf(scene, id) === null);
    const narrowed = width < last.width && drawer === "reader" && onMap;
    last = { width, height };
    move(() => map.invalidateSize({ pan: false, animate: false }));
    // Who reads what he picked on the map keeps its scale; else the whole sheet stays in view until he moves it.
    if (home && !narrowed) whole();
    else reveal();
  };
  // To draw the map at another size takes longer than to write the reader's words: the words are painted first.
  let due = 0;
  const resized = () => {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(() => {
      due = requestAnimationFrame(fit);
    });
  };
  const observer = new ResizeObserver(resized);
  observer.observe(root);

  const lost = () => {
    if (!ours) home = false;
  };
  map.on("dragstart", lost);
  map.on("zoomstart", lost);

  // Arrow keys belong to the clock, so Leaflet's own keys are off; + − 0 are among the keys of the stage.
  map.keyboard?.disable();
  map.invalidateSize({ pan: false, animate: false });
  if (options.view) {
    home = false;
    map.setView([options.view.lat, options.view.lon], options.view.zoom, { animate: false });
  } else whole();

  let frame = 0;
  const stop = store.on(["selected", "drawer"], ({ selected }) => {
    cancelAnimationFrame(frame);
    if (selected) frame = requestAnimationFrame(reveal);
  });
  return {
    renew(next) {
      scene = next;
    },
    whole,
    zoom(by) {
      map.setZoom(map.getZoom() + by, { animate: !store.state.reduced });
    },
    view({ lon, lat, zoom }) {
      home = false;
      map.setView([lat, lon], zoom, { animate: false });
    },
    destroy() {
      observer.disconnect();
      map.off("dragstart", lost);
      map.off("zoomstart", lost);
      cancelAnimationFrame(frame);
      cancelAnimationFrame(due);
      stop();
    },
  };
}
