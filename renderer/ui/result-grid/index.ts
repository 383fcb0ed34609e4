export type { GridColumn, GridModel, GridRow } from "./grid-model.ts";
export { type ExpandedCell, ResultGrid, type ResultGridProps } from "./result-grid.tsx";
export { createScrollLink, type ScrollLink } from "./scroll-link.ts";
export { tabSeparated } from "./tab-separated.ts";
