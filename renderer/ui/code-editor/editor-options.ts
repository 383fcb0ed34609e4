import type { editor } from "monaco-editor/editor";

/** What every editor of the workbench has in common; code-text.css repeats the measures. */
const commonOptions: editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  fontFamily: '"JetBrains Mono", ui-monospace, monospace',
  fontSize: 12.5,
  lineHeight: 19,
  fontLigatures: false,
  padding: { top: 8, bottom: 8 },
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  overviewRulerLanes: 0,
  hideCursorInOverviewRuler: true,
  folding: false,
  glyphMargin: false,
  lineNumbersMinChars: 4,
  lineDecorationsWidth: 14,
  stickyScroll: { enabled: false },
  contextmenu: false,
  links: false,
  guides: { indentation: false },
  tabSize: 2,
  wrappingIndent: "indent",
  fixedOverflowWidgets: true,
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true, nonBasicASCII: false },
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, alwaysConsumeMouseWheel: false },
};

/** An editor to read in: letters stay commands of the window, and Tab leads out of it. */
export const readingOptions: editor.IStandaloneEditorConstructionOptions = {
  ...commonOptions,
  readOnly: true,
  domReadOnly: true,
  tabFocusMode: true,
  renderLineHighlight: "none",
  occurrencesHighlight: "off",
  selectionHighlight: false,
  matchBrackets: "near",
  cursorStyle: "line-thin",
};

/** An editor to write in. */
export const writingOptions: editor.IStandaloneEditorConstructionOptions = {
  ...commonOptions,
  language: "sql",
  renderLineHighlight: "none",
  // code-completions.ts offers them.
  wordBasedSuggestions: "off",
  // Nothing is chosen until the person chooses it: Enter is a new line, not the first word of the list.
  suggest: { selectionMode: "never" },
  inlineSuggest: { enabled: false },
  quickSuggestions: { other: true, comments: false, strings: false },
};
