// A small scene for the tests: two units, a crowd and a boat on a plain of round numbers. Nothing here is of the record.

/** @returns {any} a fresh scene each time */
export function sampleScene() {
  const T = (zh, en) => [zh, null, en];
  const words = Object.fromEntries(
    ["zh-Hans", "zh-Hant", "en"].map((language) => [
      language,
      {
        "time.place": language === "en" ? "Nanjing" : "南京",
        "time.date_first": language === "en" ? "12 December 1937" : "一九三七年十二月十二日",
        "time.date_second": language === "en" ? "13 December 1937" : "一九三七年十二月十三日",
        "time.weekday_first": language === "en" ? "Sunday" : "星期日",
        "time.weekday_second": language === "en" ? "Monday" : "星期一",
        "time.date_line": language === "en" ? "{place}, {weekday} {date}" : "{place}　{date}　{weekday}",
        "time.tokyo": language === "en" ? "Tokyo time {hour} (presumed)" : "东京时间 {hour}（推定）",
        "time.not_known_after": language === "en" ? "Not known after {hour}" : "{hour} 后不详",
        "time.sky_day": "昼 · 日落 {hour}", "time.sky_sunset": "日落 {hour}", "time.sky_dusk": "暮色渐尽 · 月已在天",
        "time.sky_moon": "月明 · 月落 {hour}", "time.sky_dark": "无日无月，至 {hour}", "time.sky_dawn": "天色渐明 · 日出 {hour}",
        "time.sky_civil_dawn": "拂晓 · 日出 {hour}", "time.sky_sunrise": "日出 {hour}",
      },
    ]),
  );
  return {
    night: { title: T("一夜", "A night"), place: T("南京", "Nanjing"), minutes: 840, view: [118.7, 32, 118.9, 32.1] },
    language: "zh-Hans",
    words,
    sky: {
      sunset: 0.8, civilDusk: 28, nauticalDusk: 58, astronomicalDusk: 88, moonset: 515.7, astronomicalDawn: 749,
      nauticalDawn: 779, civilDawn: 809, sunrise: 836, moonLit: 0.66, moon: [[0, 50], [120, 60], [515, 0]], sun: [[0, 0]],
    },
    places: {
      gate: { name: T("甲门", "Jia Men"), kind: "gate", lon: 118.8, lat: 32.05, accuracy: 60, area: false, rank: 1, other: [] },
    },
    lanes: [],
    units: {
      first: { name: T("甲", "First"), short: T("甲", "First"), kind: "formation", side: "chinese", rank: 1, itineraries: [] },
    },
    itineraries: {},
    tracks: [sampleTrack()],
    undated: [],
    states: [],
    events: [],
  };
}

/** A track of 1000 m due east, told from minute 60 to 180, standing for the last hour. */
export function sampleTrack() {
  return {
    id: "first-0", itinerary: "first", unit: "first",
    path: [[118.8, 32.05, 0], [118.805, 32.05, 500], [118.81, 32.06, 1000]],
    best: [[60, 0], [120, 1000], [180, 1000]],
    early: [[60, 0], [110, 1000], [180, 1000]],
    late: [[60, 0], [80, 0], [140, 1000], [180, 1000]],
    grades: [[60, "stated"], [61, "reconstructed"], [120, "derived"]],
    legs: [{ from: 0, to: 1000, grade: "reconstructed", mode: "foot" }],
    stops: [
      { metres: 0, stop: "a", place: "gate", face: "inside", accuracy: 60 },
      { metres: 1000, stop: "b", place: null, face: null, accuracy: 900 },
    ],
    ends: { minute: 180, known: false },
  };
}
