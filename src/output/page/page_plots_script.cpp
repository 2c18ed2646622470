// This file has the script of a page that draws: everything but the plots of a variable at once,
// and these when they are asked for.
#include "output/page/page_data.h"

namespace autumn::output {

std::string_view page_plots_script() {
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
const upright = (low, high) => [make("text", {class: "axis", x: L + 3, y: 14}, number(high)),
  make("text", {class: "axis", x: L + 3, y: H - B - 3}, number(low))];
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
// The outline of bars.
const steps = (counts, top, stroke) => line(counts.flatMap((count, k) => [k, k + 1].map(edge =>
  [L + (W - 2 * L) * edge / counts.length, up(count, top)])), stroke, 1.3, .9);
const levels = text => Array.from({length: text.length / 2}, (_, k) => parseInt(text.substr(2 * k, 2), 16));

function traceOf(v) {
  const traces = v.t.y.map((text, c) => line(levels(text).map((y, k, all) => [across(k, all.length), up(y, 255)]),
    color(c), .7, .8));
  return figure("trace", ...traces, ...upright(v.t.lo, v.t.hi));
}
function densityOf(v) {
  const low = v.p ? Math.min(v.d.lo, v.p.lo) : v.d.lo, high = v.p ? Math.max(v.d.hi, v.p.hi) : v.d.hi;
  const top = Math.max(...v.d.y, ...(v.p ? v.p.y : [0]));
  const drawn = [curve(v.d, low, high, top, "var(--accent)", 1.8, 1)];
  if (v.p) drawn.unshift(curve(v.p, low, high, top, "var(--soft)", 1.4, 1));
  return figure(v.p ? "density, and that of the prior (grey)" : "density", ...drawn, ...axis(low, high));
}
function ranksOf(v) {
  const even = data.chains * data.draws / v.r.length / v.r[0].length, top = Math.max(...v.r.flat(), even) * 1.1;
  return figure("ranks by chain; dashed: even",
    make("line", {x1: L, x2: W - L, y1: up(even, top), y2: up(even, top), stroke: "var(--soft)", "stroke-dasharray": "4 3"}),
    ...v.r.map((counts, c) => steps(counts, top, color(c))), ...axis(0, data.chains * data.draws));
}
function lagsOf(v) {
  const low = Math.min(-.2, ...v.a), reach = 1.05 - low;
  const lags = v.a.map((y, k) => make("line", {x1: across(k, v.a.length), x2: across(k, v.a.length), y1: up(-low, reach),
    y2: up(y - low, reach), stroke: "var(--c0)", "stroke-width": 3}));
  return figure("autocorrelation by lag", make("line", {class: "frame", x1: L, x2: W - L, y1: up(-low, reach), y2: up(-low, reach)}),
    ...lags, ...axis(0, v.a.length - 1));
}
function plotsOf(v) {
  if (!v.d) return [make("p", {class: "soft"}, "The draws do not differ, or are not finite: there is nothing to draw.")];
  return [traceOf(v), densityOf(v), ranksOf(v), ...(v.a.length ? [lagsOf(v)] : [])];
}

const into = (id, ...nodes) => { const place = document.getElementById(id); if (place) place.append(...nodes); };
into("energy", ...data.energy.map((chain, c) => {
  const top = Math.max(...chain.e, ...chain.s);
  return figure(`chain ${c + 1}: energy (filled) and its steps`, ...bars(chain.e, top, color(c), .6),
    ...bars(chain.s, top, "var(--soft)", .5, .25, .5), ...axis(-chain.hi, chain.hi));
}));

// Scales lie over powers of ten; on their logarithms one sees where they are small.
function scaleOf(name, values) {
  const low = Math.min(...values), high = Math.max(...values);
  const isLog = low > 0 && high > 50 * low, at = isLog ? Math.log : x => x;
  return {low, high, name: isLog ? `${name} (log)` : name, share: x => (at(x) - at(low)) / ((at(high) - at(low)) || 1)};
}
const pairs = data.pairs, scales = pairs.names.map((name, k) => scaleOf(name, pairs.values[k]));
for (let i = 0; i < scales.length; ++i) for (let j = i + 1; j < scales.length; ++j) {
  const x = pairs.values[i], y = pairs.values[j];
  const order = [...x.keys()].sort((a, b) => (pairs.divergent[a] || 0) - (pairs.divergent[b] || 0));
  into("pairs", figure(`${scales[j].name} over ${scales[i].name}`, ...order.map(k => make("circle", {
    cx: L + (W - 2 * L) * scales[i].share(x[k]), cy: up(scales[j].share(y[k]), 1), r: pairs.divergent[k] ? 2.2 : 1.2,
    fill: pairs.divergent[k] ? "var(--bad)" : "var(--c0)", "fill-opacity": pairs.divergent[k] ? .9 : .4})),
    ...axis(scales[i].low, scales[i].high), ...upright(scales[j].low, scales[j].high)));
}

function countsOf(check) {
  const top = Math.max(...check.counts, ...check.around.map(levels => levels[2])) * 1.05, count = check.counts.length;
  const middle = k => L + (W - 2 * L) * (k + .5) / count;
  return figure(`${check.n}: how often each number is there, and replications (5%, 50%, 95%)`,
    ...bars(check.counts, top, "var(--accent)", .45, .1, .8), ...check.around.flatMap(([low, mid, high], k) => [
      make("line", {x1: middle(k), x2: middle(k), y1: up(low, top), y2: up(high, top), stroke: "var(--c0)", "stroke-width": 1.6}),
      make("circle", {cx: middle(k), cy: up(mid, top), r: 2.2, fill: "var(--c0)"})]),
    ...axis(check.lo, check.lo + count - 1));
}
function curvesOf(check) {
  const all = [check.y, ...check.rep].filter(c => c);
  if (!check.y || !all.length) return make("p", {class: "soft"}, `${check.n}: the data do not differ.`);
  const low = Math.min(...all.map(c => c.lo)), high = Math.max(...all.map(c => c.hi)), top = Math.max(...all.flatMap(c => c.y));
  return figure(`${check.n}: the data (thick) among replications`,
    ...check.rep.filter(c => c).map(c => curve(c, low, high, top, "var(--c0)", .8, .45)),
    curve(check.y, low, high, top, "var(--accent)", 2.2, 1), ...axis(low, high));
}
function statisticsOf(check) {
  const row = (tag, cells) => make("tr", {}, ...cells.map((cell, k) =>
    make(tag, k === 5 && tag === "td" && (check.isFar(cell)) ? {class: "bad"} : {}, typeof cell === "string" ? cell : number(cell))));
  return make("div", {class: "wide"}, make("table", {}, row("th", [check.n, "data", "5%", "50%", "95%", "larger"]),
    ...check.stats.map(cells => row("td", cells))));
}
for (const check of data.checks) {
  check.isFar = share => share < .025 || share > .975;
  into("checks", make("div", {}, check.counts ? countsOf(check) : curvesOf(check), statisticsOf(check),
    make("p", {class: "soft"}, `Replications: ${check.by || "drawn from the distribution of the data, at draws of the parameters"}.`)));
}

const seconds = x => x >= 1 ? `${number(x)} s` : x >= 1e-3 ? `${number(1e3 * x)} ms` : `${number(1e6 * x)} µs`;
const longest = Math.max(...data.timings.map(time => time[1]), 1e-12);
const stages = timings => make("table", {}, ...timings.map(([stage, time]) => make("tr", {}, make("td", {}, stage),
  make("td", {}, seconds(time)), make("td", {}, make("div", {style:
    `height:.7em;width:${(12 * time / longest).toFixed(2)}rem;background:var(--accent)`})))));
const long = data.timings.filter(time => time[1] > .02 * longest);
into("timings", stages(long));
if (long.length < data.timings.length) {
  into("timings", make("details", {}, make("summary", {class: "soft"}, `all ${data.timings.length} stages`), stages(data.timings)));
}
)js";
}

}  // namespace autumn::output
