// The legend: what the inks and shapes mean, what may be switched off, and what the base map is.

import { fit } from "#canvas";
import { drawGate } from "#gates";
import { drawMark, drawSlip, slip } from "#paper";
import { LIGHTS } from "#sky";
import { LAYERS } from "#store";
import { EVIDENCE, drawCondition, drawDock, drawEndBar, drawLamp, drawPeak, trailStyle } from "#symbols";
import { measures } from "#type";
import { button, el, fill, word } from "#words";

const DAY = { ...LIGHTS.day, dark: false };
const GRADES = ["stated", "derived", "reconstructed"];
const GATES = ["sealed", "guarded", "open", "fighting", "fallen", "not-told"];
/** Conditions of places that are no gates; those with one sign stand together. */
export const ELSEWHERE = [["held", "guarded"], ["left"], ["fighting"], ["fallen"], ["breached"], ["blocked", "jammed"], ["open"], ["burning"], ["boats"]];

/** A small drawing on paper, hidden from readers of words: the words stand beside it. */
function drawing(width, height, draw) {
  const canvas = /** @type {HTMLCanvasElement} */ (el("canvas", { class: "legend-sign", "aria-hidden": "true" }));
  const scale = Math.min(3, Math.max(1.5, globalThis.devicePixelRatio || 1));
  draw(fit(canvas, width, height, scale));
  return canvas;
}

function line(grade, colour = EVIDENCE.chinese) {
  return drawing(84, 20, (ctx) => {
    const { dash, cap } = trailStyle(grade, 4);
    ctx.beginPath();
    ctx.moveTo(4, 10);
    ctx.lineTo(80, 10);
    ctx.lineWidth = 4;
    ctx.lineCap = cap;
    ctx.setLineDash(dash);
    ctx.strokeStyle = colour;
    ctx.stroke();
  });
}

/**
 * @param {HTMLElement} root
 * @param {import("#store").Store} store
 * @param {any} scene
 * @param {{close: () => void}} extras
 */
export function mount(root, store, scene, { close }) {
  const page = el("section", { class: "legend", hidden: true });
  root.appendChild(page);

  const build = () => {
    if (page.hidden) return;
    const { language, layers } = store.state;
    const say = (key, values) => word(scene, language, key, values);
    const small = measures(1500);

    const item = (sign, name, what = "") =>
      el("li", { class: "legend-item" }, sign, el("span", { class: "legend-words" }, el("span", {}, name), what && el("small", {}, what)));
    const items = (...rows) => el("ul", { class: "legend-items" }, rows);
    const part = (key, ...content) => el("div", { class: "legend-part" }, el("h3", {}, say(`legend.${key}`)), ...content);

    const slipOf = (shape, ink, grade, text) =>
      drawing(104, small.slipHeight + 10, (ctx) => {
        const made = slip({ text, seal: say(`grade.${grade}-sign`), shape, ink, grade, selected: false, language, size: small });
        const scale = Math.min(1, 94 / made.w);
        ctx.scale(scale, scale);
        drawSlip(ctx, made, 5, 5 / scale);
      });
    const bar = (grade) =>
      drawing(84, 20, (ctx) => {
        ctx.fillStyle = ctx.strokeStyle = EVIDENCE.chinese;
        if (grade === "stated") ctx.fillRect(4, 4, 76, 12);
        else if (grade === "derived") ctx.fillRect(4, 10, 76, 6);
        else {
          ctx.setLineDash([4, 3]);
          ctx.lineWidth = 1.5;
          ctx.strokeRect(4.75, 4.75, 74.5, 10.5);
        }
      });
    const rule = (colour, width, casing = null) =>
      drawing(84, 20, (ctx) => {
        ctx.beginPath();
        ctx.moveTo(4, 10);
        ctx.lineTo(80, 10);
        ctx.lineWidth = width;
        ctx.strokeStyle = colour;
        ctx.stroke();
        if (!casing) return;
        ctx.lineWidth = casing.width;
        ctx.strokeStyle = casing.colour;
        ctx.setLineDash(casing.dash ?? []);
        ctx.stroke();
      });
    const gate = (condition) => drawing(30, 26, (ctx) => drawGate(ctx, condition, 15, 13, 19, DAY));
    const condition = (name) => drawing(30, 26, (ctx) => drawCondition(ctx, name, 15, 13, 17, DAY));
    const wall = drawing(84, 20, (ctx) => {
      ctx.fillStyle = DAY.wall;
      ctx.fillRect(4, 9, 76, 4.5);
      for (let x = 8; x < 78; x += 11) ctx.fillRect(x, 4, 3, 5.4);
    });
    const bank = drawing(84, 20, (ctx) => {
      ctx.fillStyle = DAY.water;
      ctx.fillRect(4, 3, 76, 14);
      ctx.strokeStyle = DAY.bank;
      ctx.lineWidth = 1.5;
      ctx.strokeRect(4, 3, 76, 14);
    });
    const band = drawing(84, 22, (ctx) => {
      ctx.globalAlpha = 0.22;
      ctx.fillStyle = EVIDENCE.chinese;
      ctx.fillRect(6, 4, 72, 14);
      ctx.globalAlpha = 1;
      ctx.fillRect(5, 1, 2, 20);
      ctx.fillRect(77, 1, 2, 20);
      drawMark(ctx, "rectangle", "reconstructed", EVIDENCE.chinese, 42, 11, 11);
    });
    const halo = drawing(84, 30, (ctx) => {
      ctx.beginPath();
      ctx.arc(42, 15, 13, 0, 2 * Math.PI);
      ctx.fillStyle = "rgba(0,114,178,0.1)";
      ctx.fill();
      ctx.setLineDash([2, 5]);
      ctx.lineCap = "round";
      ctx.lineWidth = 1.6;
      ctx.strokeStyle = EVIDENCE.chinese;
      ctx.stroke();
      ctx.setLineDash([]);
      drawMark(ctx, "rectangle", "derived", EVIDENCE.chinese, 42, 15, 9);
    });
    const end = drawing(84, 20, (ctx) => {
      ctx.fillStyle = EVIDENCE.chinese;
      ctx.fillRect(4, 8, 66, 4);
      drawEndBar(ctx, 70, 10, 0, EVIDENCE.chinese, 8);
    });
    const crowd = drawing(84, 26, (ctx) => {
      ctx.lineCap = "round";
      ctx.strokeStyle = DAY.crowd;
      for (const [width, alpha] of [[24, 0.1], [19, 0.13], [13, 0.18], [8, 0.2]]) {
        ctx.globalAlpha = alpha;
        ctx.lineWidth = width;
        ctx.beginPath();
        ctx.moveTo(16, 13);
        ctx.lineTo(68, 13);
        ctx.stroke();
      }
    });
    const lamp = drawing(84, 22, (ctx) => {
      ctx.fillStyle = LIGHTS.dark.land;
      ctx.fillRect(4, 0, 76, 22);
      ctx.save();
      ctx.beginPath();
      ctx.rect(4, 0, 76, 22);
      ctx.clip();
      drawLamp(ctx, 42, 11, 26);
      drawLamp(ctx, 42, 11, 26);
      ctx.restore();
    });

    const sample = say("legend.sample-chinese");
    const checks = LAYERS.map((name) => {
      const input = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox", "data-key": `layer ${name}` }));
      input.checked = layers[name];
      input.addEventListener("change", () => store.set({ layers: { ...store.state.layers, [name]: input.checked } }));
      return el("li", {}, el("label", {}, input, say(`layer.${name}`)));
    });

    page.lang = language;
    page.setAttribute("aria-label", say("legend.title"));
    fill(
      page,
      el(
        "div",
        { class: "drawer-head" },
        el("h2", { class: "legend-title", tabindex: -1 }, say("legend.title"), el("span", {}, say("legend.motto"))),
        button({ class: "drawer-close" }, close, say("stage.close"), el("kbd", {}, "Esc")),
      ),
      el(
        "div",
        { class: "legend-columns" },
        el(
          "div",
          {},
          part(
            "evidence",
            items(
              GRADES.map((grade) => item(slipOf("rectangle", EVIDENCE.chinese, grade, sample), say(`grade.${grade}`), say(`grade.${grade}-what`))),
              item(end, say("grade.unknown"), say("legend.unknown-what")),
            ),
          ),
          part(
            "trails",
            items(
              item(line("stated"), say("legend.trail-stated")),
              item(line("derived"), say("legend.trail-derived")),
              item(line("reconstructed"), say("legend.trail-reconstructed")),
              item(line("unknown"), say("legend.trail-unknown"), say("legend.trail-unknown-what")),
              item(band, say("legend.band"), say("legend.band-what")),
              item(halo, say("legend.halo"), say("legend.halo-what")),
            ),
          ),
        ),
        el(
          "div",
          {},
          part(
            "who",
            items(
              item(slipOf("rectangle", EVIDENCE.chinese, "stated", sample), say("layer.chinese")),
              item(slipOf("hexagon", EVIDENCE.japanese, "stated", say("legend.sample-japanese")), say("layer.japanese")),
              item(slipOf("hull", EVIDENCE.boat, "stated", say("legend.sample-boat")), say("legend.boats")),
              item(crowd, say("layer.crowd"), say("legend.crowd-what")),
            ),
          ),
          part(
            "gates",
            el("ul", { class: "legend-items legend-gates" }, GATES.map((condition) => item(gate(condition), say(`legend.gate-${condition}`)))),
          ),
          part(
            "conditions",
            el(
              "ul",
              { class: "legend-items legend-gates" },
              ELSEWHERE.map((names) => item(condition(names[0]), names.map((name) => say(`condition.${name}`)).join(language === "en" ? ", " : "、"))),
            ),
          ),
          part("bars", items(GRADES.map((grade) => item(bar(grade), say(`legend.bar-${grade}`))))),
        ),
        el(
          "div",
          {},
          part(
            "base",
            items(
              item(wall, say("layer.wall")),
              item(rule(DAY.road, 4, { colour: DAY.land, width: 1.6 }), say("layer.roads")),
              item(rule(DAY.rail, 3, { colour: DAY.land, width: 1.4, dash: [6, 6] }), say("layer.railways")),
              item(bank, say("legend.bank"), say("legend.bank-what")),
              item(drawing(84, 22, (ctx) => drawDock(ctx, 42, 10, 20, DAY)), say("layer.docks")),
              item(drawing(84, 20, (ctx) => drawPeak(ctx, 42, 10, 22, DAY)), say("legend.peak")),
              item(lamp, say("legend.lamps"), say("legend.lamps-what")),
            ),
          ),
          part("layers", el("ul", { class: "legend-checks" }, checks)),
        ),
      ),
      el(
        "div",
        { class: "legend-foot" },
        el("p", {}, say("legend.clock-note")),
        el("p", {}, say("legend.accuracy")),
        el("p", {}, say("legend.speeds")),
        el("p", {}, say("legend.novel")),
        el("p", {}, say("legend.keys")),
        el("p", { class: "attribution" }, say("legend.attribution")),
      ),
    );
  };

  const stops = [
    store.on(["drawer"], ({ drawer }) => {
      const opened = drawer === "legend" && page.hidden;
      page.hidden = drawer !== "legend";
      if (!opened) return;
      build();
      /** @type {HTMLElement | null} */ (page.querySelector(".legend-title"))?.focus({ preventScroll: true });
    }),
    store.on(["language"], () => build()),
    store.on(["layers"], ({ layers }) => {
      for (const input of page.querySelectorAll("input[data-key]")) {
        const name = input.getAttribute("data-key").slice("layer ".length);
        /** @type {HTMLInputElement} */ (input).checked = layers[name];
      }
    }),
  ];
  return {
    destroy() {
      for (const stop of stops) stop();
      page.remove();
    },
  };
}
