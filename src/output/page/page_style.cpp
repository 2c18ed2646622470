// This file has the style of a page: one column on a telephone, two where there is room, dark where
// the screen is.
#include "output/page/page_data.h"

namespace autumn::output {

std::string_view page_style() {
  return R"css(
:root { --back: #fff; --text: #1c1e21; --soft: #667; --line: #d8dade; --panel: #f6f7f9; --accent: #b4530a; --bad: #c0182c;
  --c0: #1f6fb2; --c1: #d9822b; --c2: #2d8a4e; --c3: #8a4fb0; --c4: #a33; --c5: #577; }
@media (prefers-color-scheme: dark) { :root { --back: #16181c; --text: #e6e7ea; --soft: #9aa0aa; --line: #353941;
  --panel: #1f2228; --accent: #f0a35e; --bad: #ff7a85; --c0: #6ab0ea; --c1: #f0b06a; --c2: #71c88f; --c3: #c597e6;
  --c4: #e88; --c5: #9bb; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 76rem; background: var(--back); color: var(--text);
  font: 16px/1.45 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: .3rem 0; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
p { margin: .4rem 0; } .soft { color: var(--soft); font-size: .9rem; }
.facts { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; font-size: .9rem; color: var(--soft); }
.warning { border-left: 4px solid var(--bad); background: var(--panel); padding: .5rem .8rem; margin: .6rem 0; }
.good { border-left: 4px solid var(--c2); background: var(--panel); padding: .5rem .8rem; margin: .6rem 0; }
.wide { overflow-x: auto; } td.text { min-width: 6rem; } td.text:nth-child(3):not(:empty) { min-width: 15rem; } table { border-collapse: collapse; font-size: .9rem; }
th, td { padding: .25rem .55rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } td.text { white-space: normal; text-align: left; }
tr[style] th { text-align: left; }
#summary { width: 100%; border-collapse: separate; border-spacing: 0; font-variant-numeric: tabular-nums; } #summary th { cursor: pointer; }
#summary th:first-child, #summary .row td:first-child { position: sticky; left: 0; background: var(--back); }
#summary th[aria-sort=ascending]::after { content: " \25b4"; } #summary th[aria-sort=descending]::after { content: " \25be"; }
#summary tbody tr.row { cursor: pointer; } #summary tbody tr.row:hover td { background: var(--panel); }
td.bad { color: var(--bad); font-weight: 600; }
.bar { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; margin: .5rem 0; }
input, button { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 4px;
  padding: .25rem .6rem; } button { cursor: pointer; } button:disabled { opacity: .4; cursor: default; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: .8rem; }
.detail .plots { position: sticky; left: 0; width: min(72rem, calc(100vw - 3.5rem)); }
figure { margin: 0; background: var(--panel); padding: .4rem; border-radius: 6px; min-width: 0; }
figcaption { font-size: .8rem; color: var(--soft); } svg { max-width: 100%; } figure svg { width: 100%; display: block; }
svg .axis { font-size: 10px; fill: var(--soft); paint-order: stroke; stroke: var(--panel); stroke-width: 3px; } svg .frame { stroke: var(--line); fill: none; }
.graph { overflow-x: auto; background: #fff; border-radius: 6px; padding: .5rem; margin: .6rem 0; }
.graph svg { max-width: max(100%, 36rem); height: auto; }
#summary th, #summary .row td { padding-inline: .4rem; }
@media (prefers-color-scheme: dark) { .graph { filter: invert(.88) hue-rotate(180deg); } }
details { margin: .4rem 0; } details summary { cursor: pointer; } #checks th, #checks td { padding: .15rem .35rem; font-size: .8rem; }
#checks { grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); }
pre { overflow-x: auto; background: var(--panel); padding: .8rem; border-radius: 6px; font-size: .85rem; }
)css";
}

}  // namespace autumn::output
