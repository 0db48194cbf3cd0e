// The view of the map: mercator to pixels.

/** Metres to a CSS pixel at the middle of the map. */
export function metresPerPixel(map) {
  return (156543.03392 * Math.cos((map.getCenter().lat * Math.PI) / 180)) / 2 ** map.getZoom();
}

/** Mercator x, y in 0–1, as Leaflet's own projection has it. */
export function mercator(lon, lat) {
  const s = Math.sin((Math.max(-85, Math.min(85, lat)) * Math.PI) / 180);
  return [(lon + 180) / 360, 0.5 - Math.log((1 + s) / (1 - s)) / (4 * Math.PI)];
}

/**
 * The view of a map as a multiplication and a sum: pixel = mercator × scale + offset.
 * @returns {{scale: number, x: number, y: number, width: number, height: number}}
 */
export function viewOf(map) {
  const centre = map.getCenter();
  const point = map.latLngToContainerPoint(centre);
  const [mx, my] = mercator(centre.lng, centre.lat);
  const scale = 256 * 2 ** map.getZoom();
  const size = map.getSize();
  return { scale, x: point.x - mx * scale, y: point.y - my * scale, width: size.x, height: size.y };
}

/** The pixel of a point in mercator. */
export const pixelOf = (view, mx, my) => [mx * view.scale + view.x, my * view.scale + view.y];

/** Whether a pixel is on the sheet or close to it. */
export const onSheet = (view, x, y, margin = 40) => x > -margin && y > -margin && x < view.width + margin && y < view.height + margin;
