import { useMemo, useState } from "react";
import { classes } from "../../../../../ui/classes.ts";

export interface TermPickerProps {
  /** The ambiguous question. */
  question: string;
  term: string;
  onTerm(term: string): void;
}

/** The words of a question, to choose the term from: press its first word, then its last. */
export function TermPicker({ question, term, onTerm }: TermPickerProps) {
  const words = useMemo(() => questionWords(question), [question]);
  const [first, setFirst] = useState<number | null>(null);
  const at = term === "" ? -1 : question.toLowerCase().indexOf(term.toLowerCase());
  const isChosen = (word: QuestionWord) => at >= 0 && word.from < at + term.length && word.to > at;
  const press = (index: number): void => {
    const [from, to] = [Math.min(first ?? index, index), Math.max(first ?? index, index)];
    onTerm(question.slice(words[from]?.from, words[to]?.to));
    setFirst(first === null ? index : null);
  };
  return (
    <fieldset className="mt-2">
      <legend className="text-sm font-medium text-muted">
        {first === null ? "Choose its term: click the first word" : "… then click the last word"}
      </legend>
      <p dir="auto" className="mt-0.5 flex flex-wrap gap-0.5">
        {words.map((word, index) => (
          <button
            key={word.from}
            type="button"
            aria-pressed={isChosen(word)}
            onClick={() => press(index)}
            className={classes(
              "rounded-sm px-0.5",
              isChosen(word) ? "bg-selected font-medium text-ink" : "text-muted hover:bg-hover",
            )}
          >
            {question.slice(word.from, word.to)}
          </button>
        ))}
      </p>
    </fieldset>
  );
}

interface QuestionWord {
  from: number;
  to: number;
}

/** The words of a question without the marks around them. */
function questionWords(question: string): QuestionWord[] {
  return [...question.matchAll(/[\p{L}\p{N}](?:[^\s]*[\p{L}\p{N}\p{M}%])?/gu)].map(({ index, 0: word }) => ({
    from: index,
    to: index + word.length,
  }));
}
