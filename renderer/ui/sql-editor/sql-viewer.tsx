import type { editor } from "monaco-editor/editor";
import { memo, useEffect, useLayoutEffect, useRef, useState } from "react";
import { annotateEditor, followLinks } from "./annotate-editor.ts";
import { readingOptions } from "./editor-options.ts";
import type { Monaco } from "./monaco-api.ts";
import type { SqlLink, SqlMark } from "./sql-annotations.ts";
import { SqlText } from "./sql-text.tsx";
import { useMonaco } from "./use-monaco.ts";
import "./sql-editor.css";

export interface SqlViewerProps {
  value: string;
  marks: readonly SqlMark[];
  links: readonly SqlLink[];
  wrap: boolean;
  /** What the SQL is, for a screen reader: "predicted SQL". */
  label: string;
  /** A link was followed. */
  onLink(id: string): void;
}

/** SQL to read: plain text at once, the editor as soon as it is loaded; another value never makes another editor. */
export const SqlViewer = memo(function SqlViewer(props: SqlViewerProps) {
  const monaco = useMonaco();
  const linking = useModifierHeld();
  const [ready, setReady] = useState(false);
  return (
    <div className="sql-host" data-keys="commands" data-linking={linking ? "" : undefined}>
      {!ready && <SqlText {...props} />}
      {monaco !== null && <MountedViewer {...props} monaco={monaco} onReady={setReady} />}
    </div>
  );
});

interface MountedViewerProps extends SqlViewerProps {
  monaco: Monaco;
  onReady(ready: boolean): void;
}

function MountedViewer({ monaco, value, marks, links, wrap, label, onLink, onReady }: MountedViewerProps) {
  const mount = useRef<HTMLDivElement>(null);
  const instance = useRef<editor.IStandaloneCodeEditor>(null);
  const decorations = useRef<editor.IEditorDecorationsCollection>(null);
  const latest = useRef({ links, onLink });
  useLayoutEffect(() => {
    latest.current = { links, onLink };
  });
  useLayoutEffect(() => {
    if (mount.current === null) return;
    const made = monaco.editor.create(mount.current, { ...readingOptions, ariaLabel: label });
    instance.current = made;
    decorations.current = made.createDecorationsCollection();
    followLinks(
      monaco,
      made,
      () => latest.current.links,
      (id) => latest.current.onLink(id),
    );
    onReady(true);
    return () => {
      onReady(false);
      made.getModel()?.dispose();
      made.dispose();
    };
  }, [monaco, label, onReady]);
  useLayoutEffect(() => {
    instance.current?.updateOptions({ wordWrap: wrap ? "on" : "off" });
  }, [wrap]);
  useLayoutEffect(() => {
    const model = instance.current?.getModel();
    if (!model || !decorations.current) return;
    if (model.getValue() !== value) {
      model.setValue(value);
      instance.current?.setScrollTop(0);
    }
    annotateEditor(monaco, model, decorations.current, marks, links);
  }, [monaco, value, marks, links]);
  return <div ref={mount} className="sql-mount" />;
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
