import { type ReactNode, useMemo } from "react";
import type { TextRange } from "#shared/domain/finding.ts";
import type { CodeMark } from "../../../../ui/code-editor/index.ts";
import { findingMarks } from "../findings/finding-marks.ts";
import type { QuestionName } from "../findings/finding-target.ts";
import { SeverityBadges } from "../findings/severity-badges.tsx";
import { severityCounts } from "../findings/shown-findings.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { takeFocus, useJumpTarget } from "../store/use-jump-target.ts";
import { TextOverlay } from "./text-overlay.tsx";
import "./question.css";

export interface QuestionTextProps {
  question: QuestionName;
  title: string;
  /** null where the question is withheld or there is none. */
  text: string | null;
  /** What is shown there instead of a missing text. */
  missing: ReactNode;
  marks: readonly CodeMark[];
  onChange(text: string): void;
  /** The person selected words, or put the cursor somewhere (an empty range). */
  onSelect?: ((range: TextRange) => void) | undefined;
  /** After the title. */
  facts?: ReactNode;
  /** At the right end of the title's line. */
  tools?: ReactNode;
}

/** One question of the task, to be typed in under its marks, and the findings that speak of it. */
export function QuestionText(props: QuestionTextProps) {
  const { question, title, text, missing, marks, onChange, onSelect, facts, tools } = props;
  const { findings, toAmbiguity } = useTaskEditor(({ byLocation, jumps }) => ({
    findings: byLocation.onQuestion(question),
    toAmbiguity: jumps.toAmbiguity,
  }));
  const field = useJumpTarget<HTMLTextAreaElement>(`field of ${question}`, takeFocus);
  const all = useMemo(
    () => (text === null ? [] : [...marks, ...findingMarks(text, findings.located)]),
    [text, marks, findings.located],
  );
  return (
    <section
      ref={useJumpTarget(`question ${question}`)}
      tabIndex={-1}
      aria-label={title}
      className="@container px-3 py-2 outline-offset-0"
    >
      <div className="mb-0.5 flex flex-wrap items-center gap-x-1.5 text-sm font-medium text-muted">
        <div className="flex min-h-6 items-center gap-1.5">
          <h3>{title}</h3>
          <SeverityBadges counts={severityCounts([...findings.located, ...findings.whole])} />
        </div>
        {/* Where there is little room the facts have a line of their own below. */}
        {facts && (
          <div className="order-1 flex basis-full flex-wrap items-center gap-1 @sm:order-none @sm:min-w-0 @sm:flex-1 @sm:basis-auto">
            {facts}
          </div>
        )}
        {tools && <div className="ml-auto flex shrink-0 items-center">{tools}</div>}
      </div>
      {text === null ? (
        <div className="text-faint">{missing}</div>
      ) : (
        <div className="question-field -mx-1">
          <textarea
            ref={field}
            rows={1}
            dir="auto"
            aria-label={`${title}, its words`}
            value={text}
            spellCheck={false}
            onChange={({ target }) => onChange(target.value)}
            onSelect={({ currentTarget: { selectionStart, selectionEnd } }) =>
              onSelect?.({ from: selectionStart, to: selectionEnd })
            }
            onKeyDown={(event) => {
              if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
              event.currentTarget.closest("section")?.focus();
              event.stopPropagation();
            }}
          />
          <TextOverlay text={text} marks={all} onTag={(label) => toAmbiguity(Number(label) - 1)} />
        </div>
      )}
    </section>
  );
}
