import * as Plot from "@observablehq/plot";
import type { PlotColours } from "./plot-colours.ts";
import type { PlotPoint, PlotSpec } from "./plot-spec.ts";

/** A figure as it is drawn: shares as percentages. */
interface Mark {
  series: string;
  category: string | number;
  value: number;
  from: number;
  to: number;
  label: string;
}

const rowHeight = 16;
const linesHeight = 260;
const labelWidth = 170;

/** Draws a plot as one SVG that stands by itself: its colours are resolved, its series named in it. */
export function drawPlot(spec: PlotSpec, colours: PlotColours, width: number): SVGElement {
  const marks = spec.points.map((point) => markOf(point, spec.isShare ? 100 : 1));
  const series = [...new Set(marks.map((mark) => mark.series))];
  const domain = spec.isShare
    ? [0, 100]
    : [Math.min(0, ...marks.map(({ from }) => from)), Math.max(1, ...marks.map(({ to }) => to))];
  const values = { label: spec.isShare ? `${spec.values}, %` : spec.values, domain, grid: true };
  const common = {
    width,
    style: { background: colours.canvas, color: colours.ink, fontFamily: "sans-serif", fontSize: "12px" },
    color: {
      domain: series,
      range: series.map((_, at) => colours.series[at % colours.series.length] ?? colours.ink),
    },
  };
  const svg = Plot.plot(
    spec.form === "rows"
      ? { ...common, ...rowsOf(marks, series), x: values }
      : {
          ...common,
          ...linesOf(marks, spec, domain),
          y: spec.isShare || spec.hasFractions ? values : { ...values, ...wholeTicks(domain) },
        },
  );
  // Names on groups that have no role say nothing to anybody.
  for (const group of svg.querySelectorAll("g[aria-label]")) group.removeAttribute("aria-label");
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", spec.title);
  svg.setAttribute("color", colours.ink);
  return svg as SVGElement;
}

function markOf({ series, category, value, interval, note }: PlotPoint, scale: number): Mark {
  const { from, to } = interval ?? { from: value, to: value };
  const label = note ?? series;
  return { series, category, value: value * scale, from: from * scale, to: to * scale, label };
}

/** A line for each series over numbers or times, each named at its right end. */
function linesOf(
  marks: readonly Mark[],
  { form, categories: label }: PlotSpec,
  domain: readonly number[],
): Plot.PlotOptions {
  const at = { x: "category", stroke: "series" };
  const ticks = [...new Set(marks.map(({ category }) => Number(category)))];
  const isOverTime = form === "times";
  return {
    height: linesHeight,
    marginRight: labelWidth,
    marginTop: 28,
    marginBottom: 38,
    x: isOverTime ? { label, type: "utc", inset: 12 } : { label, ticks, tickFormat: String, inset: 12 },
    marks: [
      Plot.ruleY([0], { strokeOpacity: 0.4 }),
      Plot.ruleX(marks, { ...at, y1: "from", y2: "to", strokeOpacity: 0.55 }),
      Plot.line(marks, { ...at, y: "value", strokeWidth: 2, curve: isOverTime ? "step-after" : "linear" }),
      // More dots than these hide the line.
      Plot.dot(marks.length > 60 ? [] : marks, { x: "category", y: "value", fill: "series", r: 3.5 }),
      Plot.text(endLabels(marks, domain), {
        ...{ x: "category", y: "value", text: "series", fill: "series" },
        ...{ dx: 10, textAnchor: "start" as const },
      }),
    ],
  };
}

/** Counts have no fractions between them. */
const wholeTicks = ([low = 0, high = 1]: readonly number[]) => ({ ticks: Math.min(8, high - low) });

/** The last figure of each series, moved apart so that every name can be read. */
function endLabels(marks: readonly Mark[], [low = 0, high = 1]: readonly number[]): Mark[] {
  const gap = ((high - low) * 15) / (linesHeight - 66);
  const right = Math.max(...marks.map(({ category }) => Number(category)));
  const last = [...Map.groupBy(marks, ({ series }) => series).values()].flatMap((own) => own.at(-1) ?? []);
  const placed: Mark[] = [];
  for (const mark of last.sort((a, b) => a.value - b.value)) {
    const below = placed.at(-1)?.value ?? Number.NEGATIVE_INFINITY;
    placed.push({ ...mark, category: right, value: Math.max(mark.value, below + gap) });
  }
  return placed;
}

/** A row for each series below each name, with its interval, named at its right end. */
function rowsOf(marks: readonly Mark[], series: readonly string[]): Plot.PlotOptions {
  const names = [...new Set(marks.map(({ category }) => String(category)))];
  const widest = Math.max(0, ...names.map((name) => name.length));
  const at = { y: "series", fy: "category" };
  return {
    height: names.length * (series.length * rowHeight + 8) * 1.3 + 60,
    marginLeft: Math.min(280, 20 + widest * 7),
    marginRight: labelWidth,
    marginTop: 10,
    marginBottom: 40,
    y: { axis: null, type: "band", domain: [...series], padding: 0 },
    fy: { axis: "left", label: null, domain: names, padding: 0.3 },
    marks: [
      Plot.ruleX([0], { strokeOpacity: 0.4 }),
      Plot.ruleY(marks, { ...at, x1: "from", x2: "to", stroke: "series", strokeOpacity: 0.6 }),
      Plot.dot(marks, { ...at, x: "value", fill: "series", r: 4 }),
      Plot.text(marks, { ...at, x: "to", text: "label", fill: "series", dx: 8, textAnchor: "start" }),
    ],
  };
}
