import type { editor, languages } from "monaco-editor/editor";
import type { Monaco } from "./monaco-api.ts";

/** Something to offer while one types: a name, or a piece of code with gaps to fill in ("${1:name}"). */
export interface CodeCompletion {
  label: string;
  kind: "name" | "snippet";
  /** Beside the label: what it takes, or what it is for. */
  detail: string;
  insert: string;
}

/** What each open text offers; a text that is closed offers nothing more. */
const offers = new WeakMap<editor.ITextModel, () => readonly CodeCompletion[]>();
const served = new Set<string>();

/** Offers completions in one editor's text. */
export function offerCompletions(
  monaco: Monaco,
  model: editor.ITextModel | null,
  completions: () => readonly CodeCompletion[],
): void {
  if (model === null) return;
  offers.set(model, completions);
  const language = model.getLanguageId();
  if (served.has(language)) return;
  served.add(language);
  monaco.languages.registerCompletionItemProvider(language, {
    provideCompletionItems(asked, position) {
      // The editor was closed while it was about to ask.
      if (asked.isDisposed()) return { suggestions: [] };
      const { startColumn, endColumn } = asked.getWordUntilPosition(position);
      const { lineNumber } = position;
      const range = { startLineNumber: lineNumber, endLineNumber: lineNumber, startColumn, endColumn };
      const offered = offers.get(asked)?.() ?? [];
      return { suggestions: offered.map((completion) => suggestion(monaco, completion, range)) };
    },
  });
}

/**
 * Lets go of suggestions where a word ends. The editor hands those that are still being made on to the next word, where none of
 * them fits, and then offers nothing at all to whoever types faster than they come.
 */
export function endSuggestionsWithTheWord(instance: editor.IStandaloneCodeEditor): void {
  instance.onDidChangeModelContent(({ changes }) => {
    if (changes.some(({ text }) => /\W$/.test(text))) instance.trigger("keyboard", "hideSuggestWidget", {});
  });
}

function suggestion(
  { languages: { CompletionItemKind, CompletionItemInsertTextRule } }: Monaco,
  { label, kind, detail, insert }: CodeCompletion,
  range: languages.CompletionItem["range"],
): languages.CompletionItem {
  return {
    label: { label, description: detail },
    kind: kind === "snippet" ? CompletionItemKind.Snippet : CompletionItemKind.Function,
    insertText: insert,
    insertTextRules: CompletionItemInsertTextRule.InsertAsSnippet,
    // What belongs to this editor comes before the words of its text.
    sortText: `0${label}`,
    range,
  };
}
