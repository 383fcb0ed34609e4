import { type ChangedLine, changedLines } from "#shared/certificate/report/changed-lines.ts";
import type { ShownMutant } from "./shown-mutants.ts";

const signs: Record<ChangedLine["kind"], { sign: string; words: string; line: string; mark: string }> = {
  same: { sign: " ", words: "", line: "", mark: "" },
  removed: { sign: "−", words: "gold", line: "bg-removed-fill", mark: "code-mark-removed" },
  added: { sign: "+", words: "mutant", line: "bg-added-fill", mark: "code-mark-added" },
};

/** The lines of the gold that a mutant changes, as they were and as they are. */
export function MutantChange({ shown: { gold, mutant } }: { shown: ShownMutant }) {
  const { statement, range, replacement } = mutant;
  const lines = changedLines(gold[statement] ?? "", range, replacement);
  return (
    <table
      aria-label="What the mutant changes"
      className="w-full border-collapse rounded-md border bg-canvas font-mono text-sm"
    >
      <tbody>
        {lines.map((line) => (
          <Line key={`${line.kind} ${line.number}`} line={line} />
        ))}
      </tbody>
    </table>
  );
}

function Line({ line: { kind, number, text, marked } }: { line: ChangedLine }) {
  const { sign, words, line, mark } = signs[kind];
  const { from, to } = marked ?? { from: text.length, to: text.length };
  return (
    <tr className={line}>
      <td className="w-px px-2 text-right align-top text-faint select-none">{number}</td>
      <td className="w-px align-top select-none">{sign}</td>
      <td className="px-2 break-words whitespace-pre-wrap select-text">
        {text.slice(0, from)}
        <span className={mark}>{text.slice(from, to)}</span>
        {text.slice(to)}
      </td>
      <td className="w-px px-2 text-right align-top font-sans text-muted select-none">{words}</td>
    </tr>
  );
}
