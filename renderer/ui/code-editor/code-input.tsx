import type { editor } from "monaco-editor/editor";
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { annotateEditor, dotMargin, followDots, followSelection } from "./annotate-editor.ts";
import type { CodeDot, CodeMark } from "./code-annotations.ts";
import { type CodeCompletion, offerCompletions } from "./code-completions.ts";
import { writingOptions } from "./editor-options.ts";
import { type CodeInputHandle, inserterOf } from "./insert-text.ts";
import type { Monaco } from "./monaco-api.ts";
import { useMonaco } from "./use-monaco.ts";
import { type Reveal, useReveal } from "./use-reveal.ts";
import "./code-editor.css";

export interface CodeInputProps {
  value: string;
  /** What the text is of: that of something else is shown from its beginning. */
  of?: string | undefined;
  language?: "sql" | "python" | undefined;
  /** null while they are worked out for the present text: those before stay where they are. */
  marks: readonly CodeMark[] | null;
  /** Dots in the margin, at most one beside a line. */
  dots?: readonly CodeDot[] | undefined;
  /** The margin of the dots was pressed beside this line (1-based). */
  onDot?: ((line: number) => void) | undefined;
  wrap?: boolean | undefined;
  label: string;
  /** A range to bring into view and select; a new object asks again. */
  reveal?: Reveal | null | undefined;
  /** The person put the cursor somewhere (an empty range) or selected something. */
  onSelect?: ((range: { from: number; to: number }) => void) | undefined;
  /** Commands of this editor, with the keys that run them there ("alt+up"). */
  actions?: readonly CodeAction[] | undefined;
  /** What is offered while one types, besides the words of the text. */
  completions?: readonly CodeCompletion[] | undefined;
  /** Takes the focus when it is opened. */
  autoFocus: boolean;
  onChange(value: string): void;
  /** Ctrl+Enter or ⌘+Enter. */
  onRun(): void;
  /** Escape, when nothing of the editor's own is open. */
  onLeave(): void;
  /** Reaches into the editor once it is loaded; null until then. */
  ref?: Ref<CodeInputHandle> | undefined;
}

/** Something that can be done in an editor by a key of its own. */
export interface CodeAction {
  id: string;
  title: string;
  keys: "alt+up" | "alt+down";
  run(): void;
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

function MountedInput(props: MountedInputProps) {
  const { monaco, language = "sql", of, label, wrap, reveal = null, ref } = props;
  const mount = useRef<HTMLDivElement>(null);
  const made = useEditor(mount, language, props);
  const { instance, inserter } = made;
  useImperativeHandle(ref, () => ({ insert: (text) => inserter.current?.insert(text) ?? false }), [inserter]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language makes another editor.
  useLayoutEffect(() => {
    instance.current?.updateOptions({
      ariaLabel: label,
      ...(wrap !== undefined && { wordWrap: wrap ? "on" : "off" }),
    });
  }, [monaco, language, wrap, label]);
  useShownText(made, language, props);
  // After the text, so that it is the text of this one whose beginning is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the text is of asks for it.
  useLayoutEffect(() => {
    instance.current?.setPosition({ lineNumber: 1, column: 1 });
    instance.current?.setScrollPosition({ scrollTop: 0, scrollLeft: 0 });
  }, [of]);
  useReveal(monaco, language, instance, reveal);
  return <div ref={mount} className="code-mount" />;
}

/** The editor as long as it lives, and what goes with it; null before it is made. */
interface MadeEditor {
  instance: RefObject<editor.IStandaloneCodeEditor | null>;
  decorations: RefObject<editor.IEditorDecorationsCollection | null>;
  margin: RefObject<editor.IEditorDecorationsCollection | null>;
  inserter: RefObject<CodeInputHandle | null>;
  /** What was typed and has not come back as the value: once it does, it may be older than what the editor holds. */
  typed: RefObject<string[]>;
}

/** Makes the editor and closes it; another language makes another one. Its handlers are always the latest. */
function useEditor(
  mount: RefObject<HTMLDivElement | null>,
  language: string,
  { monaco, onReady, ...handlers }: MountedInputProps,
): MadeEditor {
  const instance = useRef<editor.IStandaloneCodeEditor>(null);
  const decorations = useRef<editor.IEditorDecorationsCollection>(null);
  const margin = useRef<editor.IEditorDecorationsCollection>(null);
  const inserter = useRef<CodeInputHandle>(null);
  const typed = useRef<string[]>([]);
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  useLayoutEffect(() => {
    if (mount.current === null) return;
    const { value } = latest.current;
    const made = monaco.editor.create(mount.current, { ...writingOptions, language, value });
    instance.current = made;
    decorations.current = made.createDecorationsCollection();
    margin.current = made.createDecorationsCollection();
    inserter.current = inserterOf(made);
    typed.current = [];
    made.onDidChangeModelContent(() => {
      const text = made.getValue();
      typed.current.push(text);
      latest.current.onChange(text);
    });
    followSelection(monaco, made, (range) => latest.current.onSelect?.(range));
    followDots(monaco, made, (line) => latest.current.onDot?.(line));
    bindKeys(monaco, made, () => {
      // React may not have come to what was typed last, and what is done now is meant for that.
      if (typed.current.length > 0) flushSync(() => latest.current.onChange(made.getValue()));
      return latest.current;
    });
    offerCompletions(monaco, made.getModel(), () => latest.current.completions ?? []);
    // Who is in the plain field goes on here; who has left it meanwhile stays where they are.
    if (mount.current.parentElement?.contains(document.activeElement)) made.focus();
    onReady(true);
    return () => {
      onReady(false);
      const model = made.getModel();
      // The editor goes first: parts of it still ask the text something when it is closed.
      made.dispose();
      model?.dispose();
    };
  }, [mount, monaco, language, onReady]);
  return { instance, decorations, margin, inserter, typed };
}

/** Puts the text and its marks into the editor, but for a text that only comes back from it. */
function useShownText(
  { instance, decorations, margin, typed }: MadeEditor,
  language: string,
  { monaco, value, marks, dots = noDots }: MountedInputProps,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language makes another editor.
  useLayoutEffect(() => {
    const model = instance.current?.getModel();
    if (!model || !decorations.current) return;
    const echo = typed.current.indexOf(value);
    // What was typed last is what the editor holds: a text of a megabyte is not put together again to see that.
    if (typed.current.at(-1) === value) typed.current = [];
    else if (echo >= 0 && model.getValue() !== value) typed.current = typed.current.slice(echo + 1);
    else {
      if (model.getValue() !== value) model.setValue(value);
      typed.current = [];
    }
    if (marks !== null) annotateEditor(monaco, model, decorations.current, marks, []);
  }, [monaco, language, value, marks]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language makes another editor, and dots are of a text.
  useLayoutEffect(() => {
    if (instance.current && margin.current) dotMargin(monaco, instance.current, margin.current, dots);
  }, [monaco, language, value, dots]);
}

const noDots: [] = [];

function bindKeys(
  monaco: Monaco,
  instance: editor.IStandaloneCodeEditor,
  handlers: () => Pick<CodeInputProps, "onRun" | "onLeave" | "actions">,
): void {
  for (const keys of ["alt+up", "alt+down"] as const) {
    const action = () => handlers().actions?.find((candidate) => candidate.keys === keys);
    if (action() === undefined) continue;
    instance.addAction({
      id: `querent.${keys}`,
      label: action()?.title ?? keys,
      keybindings: [
        monaco.KeyMod.Alt | (keys === "alt+up" ? monaco.KeyCode.UpArrow : monaco.KeyCode.DownArrow),
      ],
      run: () => action()?.run(),
    });
  }
  instance.addAction({
    id: "querent.run",
    label: "Run the query",
    keybindings: [monaco.KeyMod.CtrlCmd | monaco.KeyCode.Enter],
    run: () => {
      // Suggestions that come late would take the Escape that leaves the editor after a run.
      instance.trigger("keyboard", "hideSuggestWidget", {});
      handlers().onRun();
    },
  });
  instance.addAction({
    id: "querent.take-suggestion",
    label: "Accept the first suggestion",
    keybindings: [monaco.KeyCode.Tab],
    precondition: "suggestWidgetVisible && !suggestWidgetHasFocusedSuggestion",
    run: () => instance.trigger("keyboard", "focusAndAcceptSuggestion", {}),
  });
  instance.addAction({
    id: "querent.leave",
    label: "Leave the editor",
    keybindings: [monaco.KeyCode.Escape],
    precondition: "!suggestWidgetVisible && !findWidgetVisible && !editorHasMultipleSelections",
    run: () => handlers().onLeave(),
  });
}
