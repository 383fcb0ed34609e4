import { Eraser, MessageCircleQuestionMark } from "lucide-react";
import { useMemo } from "react";
import { followUpGuide } from "#shared/domain/follow-up-guide.ts";
import { wordDiff } from "#shared/text/word-diff.ts";
import { ConditionsText } from "../../../../results/task/conditions-text.tsx";
import { termMarks } from "../../../../results/task/term-marks.ts";
import { Button } from "../../../../ui/button.tsx";
import { Chip } from "../../../../ui/chip.tsx";
import type { CodeMark } from "../../../../ui/code-editor/index.ts";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { selectedWords } from "../store/authoring.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { useScrolledToTop } from "../store/use-jump-target.ts";
import { ConditionsPopover } from "./conditions-popover.tsx";
import { AddFollowUp, FollowUpTools } from "./follow-up-tools.tsx";
import { QuestionText } from "./question-text.tsx";

/** What is asked: the ambiguous question against the clear one, and the follow-up. */
export function QuestionPane() {
  const { clearQuestion, ambiguousQuestion } = useTaskEditor(({ task }) => task);
  const diff = useMemo(
    () => differenceMarks(clearQuestion, ambiguousQuestion),
    [clearQuestion, ambiguousQuestion],
  );
  return (
    <div ref={useScrolledToTop<HTMLDivElement>()} className="@container min-h-0 flex-1 overflow-auto">
      <div className="divide-y @xl:grid @xl:grid-cols-2 @xl:divide-x @xl:divide-y-0">
        <AmbiguousQuestion difference={diff.ambiguous} />
        <ClearQuestion difference={diff.clear} />
      </div>
      <div className="border-t">
        <FollowUpQuestion />
      </div>
    </div>
  );
}

function AmbiguousQuestion({ difference }: { difference: CodeMark[] }) {
  const { ambiguousQuestion, ambiguities, active, edit, makeAmbiguous, set } = useTaskEditor((state) => ({
    ambiguousQuestion: state.task.ambiguousQuestion,
    ambiguities: state.task.ambiguities,
    active: state.location.ambiguity,
    ...{ edit: state.edit, makeAmbiguous: state.authoring.makeAmbiguous, set: state.set },
  }));
  const marks = useMemo(
    () => [...difference, ...termMarks(ambiguousQuestion ?? "", ambiguities, active)],
    [difference, ambiguousQuestion, ambiguities, active],
  );
  return (
    <QuestionText
      question="ambiguous"
      title="Ambiguous question"
      text={ambiguousQuestion}
      missing={
        <p>
          None: this is a clear task.{" "}
          <Button size="sm" keys="alt+q" onClick={makeAmbiguous}>
            Make it ambiguous
          </Button>
        </p>
      }
      marks={marks}
      onChange={(text) => edit([{ kind: "set-fields", fields: { ambiguousQuestion: text } }])}
      onSelect={(range) => set({ words: { ...range, question: ambiguousQuestion } })}
      tools={ambiguousQuestion !== null && <AmbiguousTools />}
    />
  );
}

function ClearQuestion({ difference }: { difference: CodeMark[] }) {
  const { task, edit } = useTaskEditor(({ task, edit }) => ({ task, edit }));
  const { clearQuestion, ambiguousQuestion, conditions } = task;
  const write = (text: string) => edit([{ kind: "set-fields", fields: { clearQuestion: text } }]);
  return (
    <QuestionText
      question="clear"
      title="Clear question"
      text={clearQuestion}
      missing={
        <p>
          The file withholds it.{" "}
          <Button size="sm" onClick={() => write(ambiguousQuestion ?? "")}>
            Write it
          </Button>
        </p>
      }
      marks={difference}
      onChange={write}
      facts={<ConditionsText conditions={conditions} />}
      tools={
        <ConditionsPopover
          label="Conditions"
          command={{
            id: "task.conditions",
            title: "Set the conditions: order, duplicates, decimals",
            keys: "alt+i",
          }}
          conditions={conditions}
          onChange={(changed) => edit([{ kind: "set-fields", fields: { conditions: changed } }])}
        />
      }
    />
  );
}

function FollowUpQuestion() {
  const { followUp, edit, toFollowUp } = useTaskEditor(({ task, edit, authoring }) => ({
    ...{ followUp: task.followUp, edit, toFollowUp: authoring.toFollowUp },
  }));
  return (
    <QuestionText
      question="follow-up"
      title="Follow-up"
      text={followUp?.question ?? null}
      missing={<AddFollowUp onAdd={toFollowUp} />}
      marks={noMarks}
      onChange={(text) => edit([{ kind: "set-follow-up-fields", fields: { question: text } }])}
      facts={
        followUp !== null && (
          <>
            <FollowUpType type={followUp.type} />
            {followUp.category !== null && <Chip>{followUp.category}</Chip>}
            <ConditionsText conditions={followUp.conditions} />
          </>
        )
      }
      tools={followUp !== null && <FollowUpTools followUp={followUp} />}
    />
  );
}

function AmbiguousTools() {
  const { selected, edit, fromWords } = useTaskEditor((state) => ({
    selected: selectedWords(state),
    edit: state.edit,
    fromWords: state.authoring.fromWords,
  }));
  return (
    <>
      <IconButton
        size="sm"
        icon={MessageCircleQuestionMark}
        label={selected === "" ? "New ambiguity" : `New ambiguity: ${selected}`}
        keys="alt+n"
        // The words stay selected.
        onMouseDown={(event) => event.preventDefault()}
        onClick={fromWords}
      />
      <IconButton
        size="sm"
        icon={Eraser}
        label="Without an ambiguous question"
        onClick={() => edit([{ kind: "set-fields", fields: { ambiguousQuestion: null } }])}
      />
    </>
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
