import { useMemo } from "react";
import { followUpGuide } from "#shared/domain/follow-up-guide.ts";
import type { Task } from "#shared/domain/task.ts";
import { wordDiff } from "#shared/text/word-diff.ts";
import { Chip } from "../../../../ui/chip.tsx";
import type { CodeMark } from "../../../../ui/code-editor/index.ts";
import type { QuestionName } from "../findings/finding-target.ts";
import type { FindingsHere } from "../findings/findings-by-place.ts";
import { ConditionsText } from "./conditions-text.tsx";
import { QuestionText } from "./question-text.tsx";
import { termMarks } from "./term-marks.ts";

export interface QuestionPaneProps {
  task: Task;
  /** The ambiguity that is looked at, by its place in the task's list. */
  active: number | null;
  onAmbiguity(index: number): void;
  findingsOf(question: QuestionName): FindingsHere;
}

/** What is asked: the ambiguous question against the clear one, and the follow-up. */
export function QuestionPane({ task, active, onAmbiguity, findingsOf }: QuestionPaneProps) {
  const { clearQuestion, ambiguousQuestion, ambiguities, followUp, conditions } = task;
  const diff = useMemo(
    () => differenceMarks(clearQuestion, ambiguousQuestion),
    [clearQuestion, ambiguousQuestion],
  );
  const ambiguousMarks = useMemo(
    () => [...diff.ambiguous, ...termMarks(ambiguousQuestion ?? "", ambiguities, active)],
    [diff, ambiguousQuestion, ambiguities, active],
  );
  const onTag = (label: string) => onAmbiguity(Number(label) - 1);
  return (
    <div className="@container min-h-0 flex-1 overflow-auto">
      <div className="divide-y @xl:grid @xl:grid-cols-2 @xl:divide-x @xl:divide-y-0">
        <QuestionText
          question="ambiguous"
          title="Ambiguous question"
          text={ambiguousQuestion}
          missing="None: this is a clear task."
          marks={ambiguousMarks}
          findings={findingsOf("ambiguous")}
          onTag={onTag}
        />
        <QuestionText
          question="clear"
          title="Clear question"
          text={clearQuestion}
          missing="The file withholds it."
          marks={diff.clear}
          findings={findingsOf("clear")}
          onTag={onTag}
          facts={<ConditionsText conditions={conditions} />}
        />
      </div>
      <div className="border-t">
        <QuestionText
          question="follow-up"
          title="Follow-up"
          text={followUp?.question ?? null}
          missing="The task has no follow-up."
          marks={noMarks}
          findings={findingsOf("follow-up")}
          onTag={onTag}
          facts={
            followUp !== null && (
              <>
                <FollowUpType type={followUp.type} />
                {followUp.category !== null && <Chip>{followUp.category}</Chip>}
                <ConditionsText conditions={followUp.conditions} />
              </>
            )
          }
        />
      </div>
    </div>
  );
}

function FollowUpType({ type }: { type: string | null }) {
  if (type === null) return null;
  const guide = followUpGuide(type);
  return (
    <Chip definition={guide?.definition ?? `"${type}" is outside the taxonomy of follow-ups.`}>
      {guide?.label ?? type}
    </Chip>
  );
}

const noMarks: CodeMark[] = [];

/** The words that only one of the two questions has. */
function differenceMarks(clear: string | null, ambiguous: string | null) {
  if (clear === null || ambiguous === null) return { clear: noMarks, ambiguous: noMarks };
  const { a, b } = wordDiff(clear, ambiguous);
  return {
    clear: a.map((range): CodeMark => ({ ...range, kind: "removed", message: "only in the clear question" })),
    ambiguous: b.map(
      (range): CodeMark => ({ ...range, kind: "added", message: "only in the ambiguous question" }),
    ),
  };
}
