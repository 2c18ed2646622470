// This file has the script of a page for the table of the summary, which is sorted, searched and
// turned over.
#include "output/page/page_data.h"

namespace autumn::output {

std::string_view page_table_script() {
  return R"js(
const columns = ["variable", "mean", "mcse", "sd", "5%", "50%", "95%", "ess_bulk", "ess_tail", "rhat"];
const state = {column: -1, down: false, page: 0, size: 25, words: ""};
// As many digits as the error of the mean leaves, and one more.
function textOf(v, k) {
  const x = v.s[k], mcse = v.s[1];
  if (x === null) return "–";
  if (k === 6 || k === 7) return String(Math.round(x));
  if (k === 8) return x.toFixed(3);
  const digits = mcse > 0 ? Math.max(0, 1 - Math.floor(Math.log10(mcse))) : 9;
  return digits > 6 || Math.abs(x) >= 1e7 ? number(x) : x.toFixed(digits);
}
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
    ...v.s.map((x, k) => make("td", is_bad(v, k + 1) && x !== null ? {class: "bad"} : {}, textOf(v, k))));
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
  for (const [id, isLast] of [["before", state.page === 0], ["after", state.page === pages - 1]]) {
    const button = document.getElementById(id);
    button.disabled = isLast;
    button.hidden = data.variables.length <= state.size;
  }
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
)js";
}

}  // namespace autumn::output
