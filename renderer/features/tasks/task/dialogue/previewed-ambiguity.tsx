import { CornerDownRight } from "lucide-react";
import type { PreviewedAmbiguity } from "#shared/dialogue/dialogue-preview.ts";
import type { SimulatorAction } from "#shared/domain/dialogue.ts";
import { SettledSign } from "../../../../results/settled-sign.tsx";
import { ambiguityTag } from "../../../../results/task/ambiguity-words.ts";
import { annotatedPieces, type CodeMark, markClasses } from "../../../../ui/code-editor/index.ts";
import { goldId } from "../documents/task-documents.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";

const noLinks: [] = [];

/** One ambiguity of the preview: the question, the answer, which parts of the snippet it says, and what is written where it does not. */
export function PreviewedAmbiguityLine({ previewed }: { previewed: PreviewedAmbiguity }) {
  const { ambiguity, question, answer, parts, written } = previewed;
  const { snippet, go } = useTaskEditor(({ task, go }) => ({
    snippet: task.ambiguities[ambiguity]?.sqlSnippet ?? "",
    go,
  }));
  const { label, hue } = ambiguityTag(ambiguity);
  const missing = parts.filter(({ isSaid }) => !isSaid);
  const problem =
    answer === null
      ? "There is no turn left to ask about it."
      : written === null
        ? null
        : oddAnswer(answer.actions, ambiguity);
  return (
    <li className="border-b px-3 py-2 select-text">
      <div className="flex items-start gap-1.5">
        <button
          type="button"
          title="Show its snippet in the gold"
          aria-label={`Show the snippet of ambiguity ${label} in the gold`}
          onClick={() => go({ ambiguity, document: goldId(1), reveal: { snippetOf: ambiguity } })}
          className={`tag-badge tag-${hue} shrink-0`}
        >
          {label}
        </button>
        <p className="min-w-0 flex-1 break-words">{question}</p>
        <SettledSign state={settledState(previewed)} who="The answer says" isFinal />
      </div>
      {answer !== null && (
        <p className="mt-1 flex gap-1.5 break-words">
          <CornerDownRight size={14} className="mt-0.75 shrink-0 text-faint" aria-label="answer" />
          <span className="min-w-0">{answer.text}</span>
        </p>
      )}
      {problem !== null && <p className="mt-1 text-sm text-warning">{problem}</p>}
      {answer?.leaks.map(({ words, of }) => (
        <p key={`${of} ${words}`} className="mt-1 text-sm break-words text-error">
          The answer leaks the {of.replace("-", " ")}: {words}
        </p>
      ))}
      <SnippetParts snippet={snippet} missing={missing} />
      {missing.length > 0 && <MissingParts snippet={snippet} missing={missing} />}
      {parts.length === 0 && <p className="mt-1 text-sm text-warning">Its snippet is not in the gold.</p>}
      {written !== null && (
        <p className="mt-1 text-sm break-words">
          {written === "" ? (
            "No other reading of it is known, so a dialogue would not be judged."
          ) : (
            <>
              The system writes <code className="break-words text-removed">{written}</code>
            </>
          )}
        </p>
      )}
    </li>
  );
}

/** What the simulator took the question for, where that is not this ambiguity alone. */
function oddAnswer(actions: readonly SimulatorAction[], ambiguity: number): string | null {
  if (actions.every((action) => action.kind === "AMB" && action.ambiguity === ambiguity)) return null;
  const taken = actions.map((action) => {
    if (action.kind === "AMB") return `one about ambiguity ${action.ambiguity + 1}`;
    return action.kind === "LOC" ? "one about another part of the gold" : "one that must not be answered";
  });
  return `The simulated user reads the question as ${taken.join(" and ")}.`;
}

function settledState({ parts, written }: PreviewedAmbiguity) {
  if (written === null) return "settled";
  return parts.some(({ isSaid }) => isSaid) ? "partly" : "open";
}

interface PartsProps {
  snippet: string;
  missing: PreviewedAmbiguity["parts"];
}

/** The snippet, in which the parts that the answer leaves out are underlined. */
function SnippetParts({ snippet, missing }: PartsProps) {
  const marks = missing.map(
    ({ from, to }): CodeMark => ({
      ...{ from, to, kind: "error", message: "The answer does not say this" },
    }),
  );
  return (
    <code className="mt-1 line-clamp-6 text-sm break-words whitespace-pre-wrap text-muted">
      {annotatedPieces(snippet, marks, noLinks).map(({ from, text, marks: own }) => (
        <span key={from} className={own.map(markClasses).join(" ")}>
          {text}
        </span>
      ))}
    </code>
  );
}

function MissingParts({ snippet, missing }: PartsProps) {
  const texts = [...new Set(missing.map(({ from, to, kind }) => `${kind} ${snippet.slice(from, to)}`))];
  return <p className="mt-1 text-sm break-words text-warning">Not said: {texts.join(", ")}</p>;
}
