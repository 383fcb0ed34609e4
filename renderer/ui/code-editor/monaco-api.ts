/** The editor module as its users see it; a type alone, so that nothing but monaco.ts loads it. */
export type Monaco = typeof import("monaco-editor/editor");
