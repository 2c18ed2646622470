// This file has the script of a page: the table of the summary, and the plots, which are drawn when
// they are looked at.
#include "output/page/page_data.h"

namespace autumn::output {

std::string_view page_script() {
  return R"js(
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const W = 300, H = 150, L = 6, B = 16;
const color = k => `var(--c${k % 6})`;
const number = x => x === null ? "–" : Math.abs(x) >= 1e5 || (x !== 0 && Math.abs(x) < 1e-4) ? x.toExponential(2)
  : String(Number(x.toPrecision(4)));
const make = (name, attributes = {}, ...children) => {
  const svg = ["svg", "g", "path", "rect", "circle", "text", "line"].includes(name);
  const node = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
};
const figure = (caption, ...nodes) => make("figure", {}, make("figcaption", {}, caption),
  make("svg", {viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": caption},
    make("rect", {class: "frame", x: L, y: 4, width: W - 2 * L, height: H - B - 4}), ...nodes));
const axis = (low, high) => [make("text", {class: "axis", x: L, y: H - 3}, number(low)),
  make("text", {class: "axis", x: W - L, y: H - 3, "text-anchor": "end"}, number(high))];
const across = (k, count) => L + (W - 2 * L) * k / Math.max(count - 1, 1);
const up = (y, top) => H - B - (H - B - 8) * y / (top || 1);
const line = (points, stroke, width = 1.2, opacity = 1) => make("path",
  {d: points.map(([x, y], k) => `${k ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join(""), fill: "none", stroke,
    "stroke-width": width, "stroke-opacity": opacity});
const curve = (c, low, high, top, stroke, width, opacity) => line(c.y.map((y, k) => {
  const at = c.lo + (c.hi - c.lo) * k / (c.y.length - 1);
  return [L + (W - 2 * L) * (at - low) / (high - low), up(y, top)];
}), stroke, width, opacity);
const bars = (counts, top, fill, opacity, offset = 0, share = 1) => counts.map((count, k) => make("rect", {
  x: L + (W - 2 * L) * (k + offset) / counts.length, width: (W - 2 * L) / counts.length * share,
  y: up(count, top), height: H - B - up(count, top), fill, "fill-opacity": opacity}));
const levels = text => Array.from({length: text.length / 2}, (_, k) => parseInt(text.substr(2 * k, 2), 16));

function plotsOf(v) {
  if (!v.d) return [make("p", {class: "soft"}, "The draws do not differ, or are not finite: there is nothing to draw.")];
  const traces = v.t.y.map((text, c) => line(levels(text).map((y, k, all) => [across(k, all.length), up(y, 255)]),
    color(c), .7, .8));
  const low = v.p ? Math.min(v.d.lo, v.p.lo) : v.d.lo, high = v.p ? Math.max(v.d.hi, v.p.hi) : v.d.hi;
  const top = Math.max(...v.d.y, ...(v.p ? v.p.y : [0]));
  const density = [curve(v.d, low, high, top, "var(--accent)", 1.8, 1)];
  if (v.p) density.push(curve(v.p, low, high, top, "var(--soft)", 1.2, 1));
  const most = Math.max(...v.r.flat());
  const ranks = v.r.flatMap((counts, c) => bars(counts, most * 1.05, color(c), .8, c / v.r.length, 1 / v.r.length));
  const lags = v.a.flatMap((y, k) => make("line", {x1: across(k, v.a.length), x2: across(k, v.a.length), y1: up(0.2, 1.2),
    y2: up(0.2 + y, 1.2), stroke: "var(--c0)", "stroke-width": 3}));
  return [figure(`trace, ${number(v.t.lo)} to ${number(v.t.hi)}`, ...traces),
    figure(v.p ? "density, and that of the prior (grey)" : "density", ...density, ...axis(low, high)),
    figure("ranks of the draws of each chain", ...ranks, ...axis(0, data.chains * data.draws)),
    figure("autocorrelation by lag", ...lags, ...axis(0, v.a.length - 1))];
}

const columns = ["variable", "mean", "mcse", "sd", "5%", "50%", "95%", "ess_bulk", "ess_tail", "rhat"];
const state = {column: -1, down: false, page: 0, size: 25, words: ""};
const body = document.querySelector("#summary tbody");
const is_bad = (v, k) => (k === 9 && v.s[8] > 1.01) || ((k === 7 || k === 8) && v.s[k - 1] < 100 * data.chains);
const key = (v, k) => k === 0 ? v.n : v.s[k - 1];
function chosen() {
  const words = state.words.toLowerCase().split(/\s+/).filter(word => word);
  const found = data.variables.filter(v => words.every(word => v.n.toLowerCase().includes(word)));
  if (state.column < 0) return found;
  const sign = state.down ? -1 : 1;
  return found.sort((a, b) => {
    const x = key(a, state.column), y = key(b, state.column);
    if (x === null || y === null) return (x === null) - (y === null);
    return sign * (typeof x === "string" ? x.localeCompare(y, undefined, {numeric: true}) : x - y);
  });
}
function rowOf(v) {
  const row = make("tr", {class: "row", tabindex: "0"}, make("td", {}, v.n),
    ...v.s.map((x, k) => make("td", is_bad(v, k + 1) && x !== null ? {class: "bad"} : {}, number(x))));
  const toggle = () => {
    const next = row.nextElementSibling;
    if (next && next.className === "detail") { next.remove(); return; }
    row.after(make("tr", {class: "detail"}, make("td", {colspan: columns.length, class: "text"},
      make("div", {class: "plots"}, ...plotsOf(v)))));
  };
  row.addEventListener("click", toggle);
  row.addEventListener("keydown", event => { if (event.key === "Enter") toggle(); });
  return row;
}
function show() {
  const found = chosen(), pages = Math.max(1, Math.ceil(found.length / state.size));
  state.page = Math.min(Math.max(state.page, 0), pages - 1);
  body.replaceChildren(...found.slice(state.page * state.size, (state.page + 1) * state.size).map(rowOf));
  document.getElementById("where").textContent = `${found.length} of ${data.variables.length}, page ${state.page + 1} of ${pages}`;
  document.getElementById("before").disabled = state.page === 0;
  document.getElementById("after").disabled = state.page === pages - 1;
  document.querySelectorAll("#summary th").forEach((head, k) => {
    head.setAttribute("aria-sort", k !== state.column ? "none" : state.down ? "descending" : "ascending");
  });
}
columns.forEach((name, k) => {
  const head = make("th", {scope: "col", tabindex: "0"}, name);
  const sort = () => {
    state.down = state.column === k && !state.down;
    state.column = k;
    state.page = 0;
    show();
  };
  head.addEventListener("click", sort);
  head.addEventListener("keydown", event => { if (event.key === "Enter") sort(); });
  document.querySelector("#summary thead tr").append(head);
});
document.getElementById("search").addEventListener("input", event => { state.words = event.target.value; state.page = 0; show(); });
document.getElementById("before").addEventListener("click", () => { --state.page; show(); });
document.getElementById("after").addEventListener("click", () => { ++state.page; show(); });
show();

const into = (id, ...nodes) => { const place = document.getElementById(id); if (place) place.append(...nodes); };
into("energy", ...data.energy.map((chain, c) => {
  const top = Math.max(...chain.e, ...chain.s);
  return figure(`chain ${c + 1}: energy (filled) and its steps`, ...bars(chain.e, top, color(c), .6),
    ...bars(chain.s, top, "var(--soft)", .5, .25, .5), ...axis(-chain.hi, chain.hi));
}));
const pairs = data.pairs;
for (let i = 0; i < pairs.names.length; ++i) for (let j = i + 1; j < pairs.names.length; ++j) {
  const x = pairs.values[i], y = pairs.values[j];
  const [xl, xh, yl, yh] = [Math.min(...x), Math.max(...x), Math.min(...y), Math.max(...y)];
  const order = [...x.keys()].sort((a, b) => (pairs.divergent[a] || 0) - (pairs.divergent[b] || 0));
  into("pairs", figure(`${pairs.names[j]} over ${pairs.names[i]}`, ...order.map(k => make("circle", {
    cx: L + (W - 2 * L) * (x[k] - xl) / ((xh - xl) || 1), cy: up(y[k] - yl, (yh - yl) || 1), r: pairs.divergent[k] ? 2.2 : 1.2,
    fill: pairs.divergent[k] ? "var(--bad)" : "var(--c0)", "fill-opacity": pairs.divergent[k] ? .9 : .4})), ...axis(xl, xh)));
}
for (const check of data.checks) {
  const all = [check.y, ...check.rep].filter(c => c);
  if (!check.y || !all.length) continue;
  const low = Math.min(...all.map(c => c.lo)), high = Math.max(...all.map(c => c.hi)), top = Math.max(...all.flatMap(c => c.y));
  into("checks", figure(`${check.n}: the data (thick) among replications`,
    ...check.rep.filter(c => c).map(c => curve(c, low, high, top, "var(--c0)", .8, .45)),
    curve(check.y, low, high, top, "var(--accent)", 2.2, 1), ...axis(low, high)));
}
const longest = Math.max(...data.timings.map(time => time[1]), 1e-12);
into("timings", make("table", {}, ...data.timings.map(([stage, seconds]) => make("tr", {}, make("td", {}, stage),
  make("td", {}, `${number(seconds)} s`), make("td", {}, make("div", {style:
    `height:.7em;width:${(12 * seconds / longest).toFixed(2)}rem;background:var(--accent)`}))))));
)js";
}

}  // namespace autumn::output
