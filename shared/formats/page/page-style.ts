/** The style of a page of dialogues, light and dark as the reader's system is. */
export const pageStyle = `
:root { color-scheme: light dark; --text: #1c2024; --dim: #5b6570; --back: #ffffff; --panel: #f3f5f7; --line: #d5dae0;
  --good: #15703a; --bad: #b3261e; --accent: #0b5cad; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e9ec; --dim: #9aa5b1; --back: #16191d; --panel: #1f2429;
  --line: #38404a; --good: #6fcf97; --bad: #ff8a80; --accent: #7ab8ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 80rem; padding: 1.5rem; background: var(--back); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; } p, small { color: var(--dim); }
a { color: var(--accent); } .scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: 0.3rem 0.75rem 0.3rem 0; text-align: left; vertical-align: top; }
th { color: var(--dim); font-weight: 600; }
td small { display: block; }
details { border: 1px solid var(--line); border-radius: 6px; margin: 0.5rem 0; padding: 0.4rem 0.8rem; }
summary { cursor: pointer; } details[open] > summary { margin-bottom: 0.5rem; }
.good { color: var(--good); } .bad { color: var(--bad); } .dim { color: var(--dim); }
ol { list-style: none; margin: 0; padding: 0; }
ol > li { border-top: 1px solid var(--line); display: grid; gap: 0.25rem 1rem; grid-template-columns: 11rem 1fr;
  padding: 0.5rem 0; }
.chip { background: var(--panel); border: 1px solid var(--line); border-radius: 4px; padding: 0 0.35rem; }
.who { color: var(--dim); }
pre { background: var(--panel); border-radius: 4px; margin: 0; max-height: 24rem; overflow: auto; padding: 0.5rem;
  white-space: pre-wrap; overflow-wrap: anywhere; }
.prose { font-family: inherit; }
@media (max-width: 40rem) { ol > li { grid-template-columns: 1fr; } }
@media print { details { break-inside: avoid; } pre { max-height: none; } }
`;
