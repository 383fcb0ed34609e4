export { CellDialog } from "./cell-dialog.tsx";
export type { ExpandedCell } from "./expanded-cell.ts";
export type { GridColumn, GridModel, GridRow } from "./grid-model.ts";
export { ResultGrid } from "./result-grid.tsx";
export { drawnRowsModel, rowsModel } from "./rows-model.ts";
export { createScrollLink, type ScrollLink } from "./scroll-link.ts";
