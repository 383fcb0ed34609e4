export { ExportDialog } from "./export-dialog.tsx";
export { FirstRun } from "./first-run.tsx";
export { ImportDialog } from "./import-dialog.tsx";
