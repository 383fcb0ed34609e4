export type { SqlLink, SqlMark } from "./sql-annotations.ts";
export { SqlInput } from "./sql-input.tsx";
export { SqlViewer } from "./sql-viewer.tsx";
