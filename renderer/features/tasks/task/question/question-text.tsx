import { type ReactNode, useMemo } from "react";
import type { CodeMark } from "../../../../ui/code-editor/index.ts";
import { findingMarks } from "../findings/finding-marks.ts";
import type { QuestionName } from "../findings/finding-target.ts";
import type { FindingsHere } from "../findings/findings-by-place.ts";
import { SeverityBadges } from "../findings/severity-badges.tsx";
import { severityCounts } from "../findings/shown-findings.ts";
import { questionElement } from "../part-elements.ts";
import { MarkedText } from "./marked-text.tsx";

export interface QuestionTextProps {
  question: QuestionName;
  title: string;
  /** null where the question is withheld or there is none. */
  text: string | null;
  /** What stands there instead of a missing text. */
  missing: string;
  marks: readonly CodeMark[];
  findings: FindingsHere;
  onTag(label: string): void;
  /** After the title. */
  facts?: ReactNode;
}

/** One question of the task with its marks, and the findings that speak of it. */
export function QuestionText(props: QuestionTextProps) {
  const { question, title, text, missing, marks, findings, onTag, facts } = props;
  const all = useMemo(
    () => (text === null ? [] : [...marks, ...findingMarks(text, findings.placed)]),
    [text, marks, findings.placed],
  );
  return (
    <section
      id={questionElement(question)}
      tabIndex={-1}
      aria-label={title}
      className="px-3 py-2 outline-offset-0"
    >
      <h3 className="mb-0.5 flex flex-wrap items-center gap-2 text-sm font-medium text-muted">
        {title}
        <SeverityBadges counts={severityCounts([...findings.placed, ...findings.whole])} />
        {facts}
      </h3>
      <div className="select-text">
        {text === null ? (
          <p className="text-faint">{missing}</p>
        ) : (
          <MarkedText text={text} marks={all} onTag={onTag} />
        )}
      </div>
    </section>
  );
}
