// The page's side of the stage: one iframe that is made once and outlives every rerun of the script.

/** @type {WeakMap<object, {iframe: HTMLIFrameElement, report: (message: any) => void}>} */
const STAGES = new WeakMap();

const FORWARDED = new Set([" ", "ArrowLeft", "ArrowRight", "Home", "End", "Escape", "l", "L", "g", "G", "+", "-", "0"]);

/** JSON that may stand in a script element. */
const inScript = (value) => JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Whether a key press belongs to what has the focus rather than to the stage. */
function ownsKey(target, key) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest("input, textarea, select, [role=slider], [role=tab], [role=combobox]")) return true;
  return key === " " && target.closest("button, a, summary") !== null;
}

function keepInAddress(name, value) {
  const url = new URL(window.location.href);
  url.searchParams.set(name, value);
  window.history.replaceState(window.history.state, "", url);
}

/** What the address asks of the stage when it opens. */
function asked(given) {
  const query = new URLSearchParams(window.location.search);
  const options = { hosted: true, lang: given.language };
  for (const name of ["t", "unit", "place", "event", "conflict", "reading", "view"]) {
    if (query.has(name)) options[name] = query.get(name);
  }
  return options;
}

/** What Python gave, unpacked: a line of JSON, then the stage's HTML. */
async function unpacked(parcel) {
  const text = await new Response(new Blob([parcel]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  const end = text.indexOf("\n");
  return { given: JSON.parse(text.slice(0, end)), html: text.slice(end + 1) };
}

async function fill(iframe, parcel) {
  const { given, html } = await unpacked(parcel);
  iframe.title = given.title;
  iframe.dataset.anchor = given.anchor;
  iframe.srcdoc = html.replace("<head>", () => `<head><script>window.__stage = ${inScript(asked(given))};</script>`);
}

function create(parentElement, parcel) {
  const iframe = document.createElement("iframe");
  iframe.allow = "fullscreen";
  fill(iframe, parcel);
  const stage = { iframe, report: (_message) => {} };

  const hear = (event) => {
    if (!iframe.isConnected) {
      window.removeEventListener("message", hear);
      window.removeEventListener("keydown", press, true);
      return;
    }
    if (event.source === iframe.contentWindow && event.data !== null && typeof event.data === "object") stage.report(event.data);
  };
  const press = (event) => {
    if (!FORWARDED.has(event.key) || event.ctrlKey || event.altKey || event.metaKey || ownsKey(event.target, event.key)) return;
    const bounds = iframe.getBoundingClientRect();
    if (bounds.bottom < window.innerHeight / 2) return; // the reader is further down the page: its keys scroll
    const { key, shiftKey } = event;
    iframe.contentWindow?.postMessage({ type: "key", key, shiftKey }, "*");
    event.preventDefault();
  };
  window.addEventListener("message", hear);
  window.addEventListener("keydown", press, true);
  parentElement.appendChild(iframe);
  return stage;
}

export default function ({ parentElement, data, setStateValue }) {
  let stage = STAGES.get(parentElement);
  if (!stage?.iframe.isConnected) {
    stage = create(parentElement, data);
    STAGES.set(parentElement, stage);
  }
  stage.report = (message) => {
    if (message.type === "ready") {
      setStateValue("ready", true);
    } else if (message.type === "picked") {
      const { kind, id = null, itinerary = null, ids = null } = message;
      setStateValue("picked", { kind, id, itinerary, ids });
    } else if (message.type === "language") {
      keepInAddress("lang", message.language);
      setStateValue("language", message.language);
    } else if (message.type === "readings") {
      keepInAddress("reading", message.reading);
    } else if (message.type === "sources") {
      document.getElementById(stage.iframe.dataset.anchor)?.scrollIntoView({ block: "start" });
    }
  };
}
