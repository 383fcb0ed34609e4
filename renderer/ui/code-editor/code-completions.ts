import type { editor, IPosition, languages } from "monaco-editor/editor";
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

/** Offers completions and the words of the text in one editor. */
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
      return {
        suggestions: [
          ...offered.map((completion) => suggestion(monaco, completion, range)),
          ...otherWords(asked, position).map((word) => ({
            label: word,
            kind: monaco.languages.CompletionItemKind.Text,
            insertText: word,
            // After what belongs to this editor.
            sortText: `1${word}`,
            range,
          })),
        ],
      };
    },
  });
}

/**
 * The words of a text beside the one at a position. The editor's own come later, from a worker, and then offer whoever types fast
 * what has been typed of the word itself, or nothing.
 */
function otherWords(model: editor.ITextModel, position: IPosition): readonly string[] {
  const words = new Set(model.getValue().match(/[\p{L}_][\p{L}\p{N}_]+/gu));
  words.delete(model.getWordAtPosition(position)?.word ?? "");
  return [...words];
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
    sortText: `0${label}`,
    range,
  };
}
