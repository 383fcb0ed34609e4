import type { editor } from "monaco-editor/editor";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { annotateEditor } from "./annotate-editor.ts";
import type { CodeMark } from "./code-annotations.ts";
import { writingOptions } from "./editor-options.ts";
import type { Monaco } from "./monaco-api.ts";
import { useMonaco } from "./use-monaco.ts";
import "./code-editor.css";

export interface CodeInputProps {
  value: string;
  marks: readonly CodeMark[];
  label: string;
  /** Takes the focus as soon as it is there. */
  autoFocus: boolean;
  onChange(value: string): void;
  /** Ctrl+Enter or ⌘+Enter. */
  onRun(): void;
  /** Escape, when nothing of the editor's own is open. */
  onLeave(): void;
}

/** SQL to write: a plain field at once, the editor as soon as it is loaded. */
export function CodeInput(props: CodeInputProps) {
  const monaco = useMonaco();
  const [ready, setReady] = useState(false);
  return (
    <div className="code-host" data-keys="own">
      {!ready && <PlainInput {...props} />}
      {monaco !== null && <MountedInput {...props} monaco={monaco} onReady={setReady} />}
    </div>
  );
}

function PlainInput({ value, label, autoFocus, onChange, onRun, onLeave }: CodeInputProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (autoFocus) field.current?.focus();
  }, [autoFocus]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onRun();
    else if (event.key === "Escape") onLeave();
    else return;
    event.preventDefault();
  };
  return (
    <textarea
      ref={field}
      className="code-text resize-none bg-canvas pl-12 outline-none"
      aria-label={label}
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

interface MountedInputProps extends CodeInputProps {
  monaco: Monaco;
  onReady(ready: boolean): void;
}

function MountedInput({ monaco, value, marks, onReady, ...props }: MountedInputProps) {
  const { label, autoFocus, onChange, onRun, onLeave } = props;
  const mount = useRef<HTMLDivElement>(null);
  const instance = useRef<editor.IStandaloneCodeEditor>(null);
  const decorations = useRef<editor.IEditorDecorationsCollection>(null);
  const latest = useRef({ value, onChange, onRun, onLeave });
  useLayoutEffect(() => {
    latest.current = { value, onChange, onRun, onLeave };
  });
  useLayoutEffect(() => {
    if (mount.current === null) return;
    const made = monaco.editor.create(mount.current, {
      ...writingOptions,
      ariaLabel: label,
      value: latest.current.value,
    });
    instance.current = made;
    decorations.current = made.createDecorationsCollection();
    made.onDidChangeModelContent(() => latest.current.onChange(made.getValue()));
    bindKeys(monaco, made, () => latest.current);
    // Who was typing into the plain field goes on here.
    if (autoFocus || mount.current.parentElement?.contains(document.activeElement)) made.focus();
    onReady(true);
    return () => {
      onReady(false);
      made.getModel()?.dispose();
      made.dispose();
    };
  }, [monaco, label, autoFocus, onReady]);
  useLayoutEffect(() => {
    const model = instance.current?.getModel();
    if (!model || !decorations.current) return;
    if (model.getValue() !== value) model.setValue(value);
    annotateEditor(monaco, model, decorations.current, marks, []);
  }, [monaco, value, marks]);
  return <div ref={mount} className="code-mount" />;
}

function bindKeys(
  monaco: Monaco,
  instance: editor.IStandaloneCodeEditor,
  handlers: () => { onRun(): void; onLeave(): void },
): void {
  instance.addAction({
    id: "querent.run",
    label: "Run the query",
    keybindings: [monaco.KeyMod.CtrlCmd | monaco.KeyCode.Enter],
    run: () => handlers().onRun(),
  });
  instance.addAction({
    id: "querent.leave",
    label: "Leave the editor",
    keybindings: [monaco.KeyCode.Escape],
    precondition: "!suggestWidgetVisible && !findWidgetVisible && !editorHasSelection",
    run: () => handlers().onLeave(),
  });
}
