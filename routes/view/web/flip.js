/**
 * The one place where axes change order: a point of the record (lon, lat) as Leaflet wants it (lat, lng).
 * @param {ArrayLike<number>} point  [lon, lat, …]
 * @returns {[number, number]}
 */
export function flip(point) {
  return [point[1], point[0]];
}
