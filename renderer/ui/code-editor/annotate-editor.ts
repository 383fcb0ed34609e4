import type { editor } from "monaco-editor/editor";
import { type CodeDot, type CodeLink, type CodeMark, linkAt, markClasses } from "./code-annotations.ts";
import type { Monaco } from "./monaco-api.ts";

/** Draws marks and links into an editor instead of the ones before. */
export function annotateEditor(
  monaco: Monaco,
  model: editor.ITextModel,
  decorations: editor.IEditorDecorationsCollection,
  marks: readonly CodeMark[],
  links: readonly CodeLink[],
): void {
  const rangeOf = (from: number, to: number) =>
    monaco.Range.fromPositions(model.getPositionAt(from), model.getPositionAt(to));
  decorations.set([
    ...marks.map((mark) => ({ range: rangeOf(mark.from, mark.to), options: markOptions(mark) })),
    ...links.map(({ from, to, message }) => ({
      range: rangeOf(from, to),
      options: { inlineClassName: "code-link", hoverMessage: { value: plain(message) } },
    })),
  ]);
}

function markOptions(mark: CodeMark): editor.IModelDecorationOptions {
  const options = { inlineClassName: markClasses(mark), hoverMessage: { value: plain(mark.message) } };
  if (mark.kind === "replaced") {
    const after = { content: mark.by, inlineClassName: "code-mark-added" };
    return mark.by === "" ? options : { ...options, after, showIfCollapsed: true };
  }
  if (mark.kind !== "tag" || mark.label === "") return options;
  return { ...options, before: { content: mark.label, inlineClassName: `tag-badge tag-${mark.hue}` } };
}

/** Draws dots into the margin of an editor instead of the ones before; the margin for them is there as long as there are any. */
export function dotMargin(
  monaco: Monaco,
  instance: editor.IStandaloneCodeEditor,
  decorations: editor.IEditorDecorationsCollection,
  dots: readonly CodeDot[],
): void {
  instance.updateOptions({ glyphMargin: dots.length > 0 });
  decorations.set(
    dots.map(({ line, kind, message }) => ({
      range: new monaco.Range(line, 1, line, 1),
      options: {
        glyphMarginClassName: `code-dot code-dot-${kind}`,
        glyphMarginHoverMessage: { value: plain(message) },
      },
    })),
  );
}

/** Calls back with the line (1-based) that was pressed in the margin of the dots. */
export function followDots(
  monaco: Monaco,
  instance: editor.IStandaloneCodeEditor,
  onDot: (line: number) => void,
): void {
  instance.onMouseDown(({ target: { type, position } }) => {
    if (type === monaco.editor.MouseTargetType.GUTTER_GLYPH_MARGIN && position !== null)
      onDot(position.lineNumber);
  });
}

/** Hovers are Markdown; names and messages under test are not. */
function plain(message: string): string {
  return message.replace(/[\\`*_{}[\]()#+\-.!<>|~&]/g, "\\$&");
}

/** Calls back with the link under a Ctrl- or ⌘-click, or under the cursor on F12. */
export function followLinks(
  monaco: Monaco,
  instance: editor.IStandaloneCodeEditor,
  links: () => readonly CodeLink[],
  onLink: (id: string) => void,
): void {
  const follow = (position: { lineNumber: number; column: number } | null) => {
    const model = instance.getModel();
    if (position === null || model === null) return;
    const link = linkAt(links(), model.getOffsetAt(position));
    if (link !== null) onLink(link.id);
  };
  instance.onMouseDown(({ event, target }) => {
    if (event.ctrlKey || event.metaKey) follow(target.position);
  });
  instance.addAction({
    id: "querent.follow",
    label: "Show the name at the cursor in the schema",
    keybindings: [monaco.KeyCode.F12],
    run: () => follow(instance.getPosition()),
  });
}

/** Calls back with the offset that the person put the cursor at; not where a text or a range was shown by the program. */
export function followCursor(
  monaco: Monaco,
  instance: editor.IStandaloneCodeEditor,
  onPosition: (offset: number) => void,
): void {
  instance.onDidChangeCursorPosition(({ position, reason }) => {
    if (reason === monaco.editor.CursorChangeReason.Explicit)
      onPosition(instance.getModel()?.getOffsetAt(position) ?? 0);
  });
}

/** Calls back with what the person selected, or with an empty range where the cursor was put; not where the program did. */
export function followSelection(
  monaco: Monaco,
  instance: editor.IStandaloneCodeEditor,
  onSelect: (range: { from: number; to: number }) => void,
): void {
  instance.onDidChangeCursorSelection(({ selection, reason }) => {
    const model = instance.getModel();
    // What the search field of the editor found is selected without a reason, while the focus is in that field. That the editor
    // is left it hears a little late: it may not be asked for what a button selects.
    const search = instance.getDomNode()?.querySelector(".find-widget");
    const isFound = search?.contains(document.activeElement) === true;
    if (model === null || (reason !== monaco.editor.CursorChangeReason.Explicit && !isFound)) return;
    onSelect({
      from: model.getOffsetAt(selection.getStartPosition()),
      to: model.getOffsetAt(selection.getEndPosition()),
    });
  });
}

/** Brings a range into view and selects it. */
export function revealRange(
  monaco: Monaco,
  instance: editor.IStandaloneCodeEditor,
  { from, to }: { from: number; to: number },
): void {
  const model = instance.getModel();
  if (model === null) return;
  const range = monaco.Range.fromPositions(model.getPositionAt(from), model.getPositionAt(to));
  instance.setSelection(range);
  instance.revealRangeInCenterIfOutsideViewport(range);
}

/** Brings the cursor into view where it is. */
export function revealCursor(instance: editor.IStandaloneCodeEditor): void {
  const position = instance.getPosition();
  if (position !== null) instance.revealPositionInCenterIfOutsideViewport(position);
}
