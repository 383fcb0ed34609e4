import type { editor } from "monaco-editor/editor";
import type { Monaco } from "./monaco-api.ts";
import { linkAt, type SqlLink, type SqlMark } from "./sql-annotations.ts";

/** Draws marks and links into an editor in place of the ones before. */
export function annotateEditor(
  monaco: Monaco,
  model: editor.ITextModel,
  decorations: editor.IEditorDecorationsCollection,
  marks: readonly SqlMark[],
  links: readonly SqlLink[],
): void {
  const rangeOf = (from: number, to: number) =>
    monaco.Range.fromPositions(model.getPositionAt(from), model.getPositionAt(to));
  decorations.set([
    ...marks.map(({ from, to, kind, message }) => ({
      range: rangeOf(from, to),
      options: { inlineClassName: `sql-mark-${kind}`, hoverMessage: { value: plain(message) } },
    })),
    ...links.map(({ from, to, message }) => ({
      range: rangeOf(from, to),
      options: { inlineClassName: "sql-link", hoverMessage: { value: plain(message) } },
    })),
  ]);
}

/** Hovers are Markdown; names and messages under test are not. */
function plain(message: string): string {
  return message.replace(/[\\`*_{}[\]()#+\-.!<>|~&]/g, "\\$&");
}

/** Calls back with the link under a Ctrl- or ⌘-click, or under the cursor on F12. */
export function followLinks(
  monaco: Monaco,
  instance: editor.IStandaloneCodeEditor,
  links: () => readonly SqlLink[],
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
