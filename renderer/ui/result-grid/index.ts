export type { GridColumn, GridModel, GridRow } from "./grid-model.ts";
export { type ExpandedCell, ResultGrid } from "./result-grid.tsx";
export { createScrollLink, type ScrollLink } from "./scroll-link.ts";
