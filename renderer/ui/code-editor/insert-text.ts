import type { editor } from "monaco-editor/editor";

/** What can be done in an editor from elsewhere. */
export interface CodeInputHandle {
  /** Puts a text where the person left the cursor, apart from the words around it, and the focus behind it; false where nobody has put the cursor into this text yet. */
  insert(text: string): boolean;
}

/** Follows whether the person has put the cursor into the text of an editor, and inserts texts there. */
export function inserterOf(instance: editor.IStandaloneCodeEditor): CodeInputHandle {
  let isPlaced = false;
  instance.onDidFocusEditorText(() => {
    isPlaced = true;
  });
  instance.onDidChangeModelContent(({ isFlush }) => {
    // Another text has come: its cursor is at the beginning because nobody has put it elsewhere.
    if (isFlush && !instance.hasTextFocus()) isPlaced = false;
  });
  return {
    insert(text) {
      if (isPlaced) insertApart(instance, text);
      return isPlaced;
    },
  };
}

/** Inserts a text instead of what is selected, as one step of undo, with a space where it would run into a word. */
function insertApart(instance: editor.IStandaloneCodeEditor, text: string): void {
  const [model, range] = [instance.getModel(), instance.getSelection()];
  if (model === null || range === null) return;
  const line = (number: number) => model.getLineContent(number);
  const before = line(range.startLineNumber).slice(0, range.startColumn - 1);
  const after = line(range.endLineNumber).slice(range.endColumn - 1);
  const apart = `${/[\w"]$/.test(before) ? " " : ""}${text}${/^[\w"]/.test(after) ? " " : ""}`;
  instance.pushUndoStop();
  instance.executeEdits("querent.insert", [{ range, text: apart, forceMoveMarkers: true }]);
  instance.pushUndoStop();
  const position = instance.getPosition();
  if (position !== null) instance.revealPositionInCenterIfOutsideViewport(position);
  instance.focus();
}
