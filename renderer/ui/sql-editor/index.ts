export { annotatedPieces, linkAt, type SqlLink, type SqlMark } from "./sql-annotations.ts";
export { SqlInput, type SqlInputProps } from "./sql-input.tsx";
export { SqlViewer, type SqlViewerProps } from "./sql-viewer.tsx";
