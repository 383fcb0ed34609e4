export { plotCsv, plotPng, plotSvg } from "./plot-files.ts";
export type { PlotPoint, PlotSpec } from "./plot-spec.ts";
export { PlotView } from "./plot-view.tsx";
