import type { editor } from "monaco-editor/editor";
import { memo, useEffect, useLayoutEffect, useRef, useState } from "react";
import { annotateEditor, followCursor, followLinks, followSelection } from "./annotate-editor.ts";
import type { CodeLink, CodeMark } from "./code-annotations.ts";
import { CodeText } from "./code-text.tsx";
import { readingOptions } from "./editor-options.ts";
import type { Monaco } from "./monaco-api.ts";
import { useMonaco } from "./use-monaco.ts";
import { type Reveal, useReveal } from "./use-reveal.ts";
import "./code-editor.css";

export interface CodeViewerProps {
  value: string;
  language?: "sql" | "python" | undefined;
  marks: readonly CodeMark[];
  links: readonly CodeLink[];
  wrap: boolean;
  /** What the text is, for a screen reader: "predicted SQL". */
  label: string;
  /** A range to bring into view and select; a new object asks again. */
  reveal?: Reveal | null | undefined;
  /** A link was followed. */
  onLink(id: string): void;
  /** The person put the cursor at this offset. */
  onPosition?: ((offset: number) => void) | undefined;
  /** The person selected a range, or put the cursor somewhere (an empty one). */
  onSelection?: ((range: { from: number; to: number }) => void) | undefined;
}

/** Code to read: plain text at once, the editor as soon as it is loaded; another value never makes another editor. */
export const CodeViewer = memo(function CodeViewer(props: CodeViewerProps) {
  const monaco = useMonaco();
  const linking = useModifierHeld();
  const [ready, setReady] = useState(false);
  return (
    <div className="code-host" data-keys="commands" data-linking={linking ? "" : undefined}>
      {!ready && <CodeText {...props} />}
      {monaco !== null && <MountedViewer {...props} monaco={monaco} onReady={setReady} />}
    </div>
  );
});

interface MountedViewerProps extends CodeViewerProps {
  monaco: Monaco;
  onReady(ready: boolean): void;
}

function MountedViewer({ monaco, value, language = "sql", label, onReady, ...props }: MountedViewerProps) {
  const { marks, links, wrap, reveal = null, onLink, onPosition, onSelection } = props;
  const mount = useRef<HTMLDivElement>(null);
  const instance = useRef<editor.IStandaloneCodeEditor>(null);
  const decorations = useRef<editor.IEditorDecorationsCollection>(null);
  const latest = useRef({ links, onLink, onPosition, onSelection });
  useLayoutEffect(() => {
    latest.current = { links, onLink, onPosition, onSelection };
  });
  useLayoutEffect(() => {
    if (mount.current === null) return;
    const made = monaco.editor.create(mount.current, { ...readingOptions, language });
    instance.current = made;
    decorations.current = made.createDecorationsCollection();
    followLinks(
      monaco,
      made,
      () => latest.current.links,
      (id) => latest.current.onLink(id),
    );
    followCursor(monaco, made, (offset) => latest.current.onPosition?.(offset));
    followSelection(monaco, made, (range) => latest.current.onSelection?.(range));
    onReady(true);
    return () => {
      onReady(false);
      made.getModel()?.dispose();
      made.dispose();
    };
  }, [monaco, language, onReady]);
  useLayoutEffect(() => {
    instance.current?.updateOptions({ wordWrap: wrap ? "on" : "off", ariaLabel: label });
  }, [wrap, label]);
  // The language is in each list below: another one makes another editor, which is filled anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useLayoutEffect(() => {
    const model = instance.current?.getModel();
    if (!model || !decorations.current) return;
    if (model.getValue() !== value) {
      model.setValue(value);
      instance.current?.setScrollTop(0);
    }
    annotateEditor(monaco, model, decorations.current, marks, links);
  }, [monaco, language, value, marks, links]);
  useReveal(monaco, language, instance, reveal);
  return <div ref={mount} className="code-mount" />;
}

/** Whether Ctrl or ⌘ is held down, when names turn into links. */
function useModifierHeld(): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => setHeld(event.ctrlKey || event.metaKey);
    const onBlur = () => setHeld(false);
    window.addEventListener("keydown", onKey);
    window.addEventListener("keyup", onKey);
    window.addEventListener("blur", onBlur);
    return () => {
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("keyup", onKey);
      window.removeEventListener("blur", onBlur);
    };
  }, []);
  return held;
}
