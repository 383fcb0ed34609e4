import { pageStyle } from "../../../formats/page/page-style.ts";

/** The style of a report of certificates, light and dark as the reader's system is, and on paper. */
export const reportStyle = `${pageStyle}
:root { --warn: #8a5300; --good-back: #e3f4e9; --bad-back: #fbe7e5; --warn-back: #fbf0dc; --good-fill: #2e8b57; --bad-fill: #c0392b;
  --warn-fill: #c98a1b; --dim-fill: #9aa5b1; }
@media (prefers-color-scheme: dark) { :root { --warn: #f0b95a; --good-back: #17301f; --bad-back: #3a1d1b; --warn-back: #33270f;
  --good-fill: #3f9e69; --bad-fill: #c9584d; --warn-fill: #b5872f; --dim-fill: #5b6570; } }
body { max-width: 92rem; padding: 2rem 1.5rem 4rem; }
h1 { margin: 0 0 0.25rem; } h2 { border-bottom: 1px solid var(--line); padding-bottom: 0.3rem; }
h3 { font-size: 0.95rem; margin: 1rem 0 0.3rem; } h3 small { font-weight: normal; }
a { text-decoration: none; } a:hover, a:focus-visible { text-decoration: underline; }
td small { display: inline; } .nowrap { white-space: nowrap; }
.warn { color: var(--warn); } .sum { font-weight: 600; }
.tiles { display: grid; gap: 0.75rem; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); margin: 1rem 0; padding: 0; }
.tiles > div { background: var(--panel); border-radius: 6px; padding: 0.6rem 0.9rem; }
.tiles dt { color: var(--dim); } .tiles dd { font-size: 1.6rem; line-height: 1.3; margin: 0; font-variant-numeric: tabular-nums; }
.tiles dd small { font-size: 0.85rem; white-space: nowrap; }
.bar { border-radius: 4px; display: flex; height: 0.75rem; overflow: hidden; gap: 1px; margin: 0.4rem 0; max-width: 56rem;
  print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.bar > i { display: block; min-width: 2px; } .key { color: var(--dim); margin: 0 0 1rem; }
.key > span { margin-right: 1.1rem; white-space: nowrap; }
.key i { border-radius: 2px; display: inline-block; height: 0.7rem; margin-right: 0.35rem; width: 0.7rem;
  print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.fill-good { background: var(--good-fill); } .fill-bad { background: var(--bad-fill); } .fill-warn { background: var(--warn-fill); }
.fill-dim { background: var(--dim-fill); } .fill-soft { background: var(--dim-fill); opacity: 0.55; }
.number { text-align: right; } td.number, th.number { padding-left: 0.75rem; padding-right: 0.75rem; }
.matrix { font-size: 0.9rem; } .matrix th { white-space: nowrap; } .matrix td, .matrix th { padding: 0.25rem 0.6rem 0.25rem 0; }
.matrix td.sign, .matrix th.sign { padding: 0; text-align: center; } .matrix th.sign { padding: 0.25rem 0.5rem; }
.matrix td.sign a { border-radius: 3px; display: block; margin: 1px; padding: 0.2rem 0.4rem; color: inherit; min-width: 3rem; }
td.sign.good a { background: var(--good-back); } td.sign.bad a { background: var(--bad-back); } td.sign.warn a { background: var(--warn-back); }
.matrix tbody th { font-weight: 600; color: var(--text); }
.void { color: var(--warn); }
.hidden { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; white-space: nowrap; width: 1px; }
details.task > summary { align-items: baseline; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; list-style: none; }
details.task > summary::before { color: var(--dim); content: "▸"; } details.task[open] > summary::before { content: "▾"; }
details.task > div:empty { scroll-margin-top: 4rem; } [id] { scroll-margin-top: 1rem; }
details.task > summary b { font-size: 1.05rem; }
blockquote { border-left: 3px solid var(--line); margin: 0.5rem 0; padding: 0 0 0 0.8rem; overflow-wrap: anywhere; white-space: pre-wrap; }
dl.properties { display: grid; grid-template-columns: 11rem 1fr; margin: 0.5rem 0; }
dl.properties > dt, dl.properties > dd { border-top: 1px solid var(--line); margin: 0; padding: 0.4rem 0; min-width: 0; overflow-wrap: anywhere; }
dl.properties ul { margin: 0.2rem 0; padding-left: 1.1rem; } dl.properties ul.plain { list-style: none; padding: 0; }
.survivor { border: 1px solid var(--line); border-radius: 6px; margin: 0.5rem 0; padding: 0.5rem 0.75rem; overflow-wrap: anywhere; }
.survivor p { color: var(--text); margin: 0 0 0.4rem; } .survivor p:last-child { margin: 0; }
.diff { background: var(--panel); border-radius: 4px; font: 12.5px/1.55 ui-monospace, monospace; margin: 0.4rem 0; padding: 0.3rem 0; }
.diff div { display: grid; grid-template-columns: 3rem 1.25rem 1fr; } .diff span { color: var(--dim); text-align: right; padding-right: 0.6rem; }
.diff code { font: inherit; overflow-wrap: anywhere; white-space: pre-wrap; }
.diff .gone { background: var(--bad-back); } .diff .come { background: var(--good-back); }
.diff del, .diff ins { font-weight: 700; text-decoration-thickness: 1px; } .diff ins { text-decoration: none; }
.sides { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; } .sides > div { min-width: 0; }
.rows { font: 12.5px/1.5 ui-monospace, monospace; } .rows td, .rows th { padding: 0.1rem 0.75rem 0.1rem 0; }
.rows caption { color: var(--dim); font-family: system-ui, sans-serif; text-align: left; white-space: nowrap; }
.null { color: var(--dim); font-style: italic; } pre { font-size: 12.5px; max-height: none; }
@media (max-width: 40rem) { dl.properties { grid-template-columns: 1fr; } dl.properties > dd { border-top: 0; padding-top: 0; } }
@media print {
  @page { margin: 16mm 14mm; }
  :root { color-scheme: light; --text: #000; --dim: #444; --back: #fff; --panel: #f4f4f4; --line: #bbb; --good: #0d5c2d; --bad: #9c1c15;
    --warn: #6b4000; --accent: #000; --good-back: #e9f5ed; --bad-back: #fbeae8; --warn-back: #fbf3e2; }
  body { font-size: 10pt; max-width: none; padding: 0; } .scroll { overflow: visible; } .matrix { font-size: 8pt; }
  .matrix td.sign a { min-width: 0; padding: 0.1rem 0.25rem; } .matrix td, .matrix th { padding-right: 0.3rem; }
  .matrix th.sign { padding: 0.3rem 0; } .matrix th.sign > span { writing-mode: vertical-rl; transform: rotate(180deg); }
  .matrix .nowrap, .matrix tbody th { overflow-wrap: anywhere; white-space: normal; }
  .matrix td.sign a, .diff .gone, .diff .come { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  thead { display: table-header-group; } tr, .survivor, .tiles > div, dl.properties > dt { break-inside: avoid; }
  h2, h3, summary { break-after: avoid; } details { break-inside: auto; border: 0; padding: 0; }
  details::details-content { content-visibility: visible; display: block; height: auto; }
  details.task > summary::before { content: ""; } details.task + details.task { border-top: 1px solid var(--line); padding-top: 0.5rem; }
}
`;
