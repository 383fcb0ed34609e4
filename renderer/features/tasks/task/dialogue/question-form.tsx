import { useId, useState } from "react";
import { expectedActions } from "#shared/dialogue/expected-actions.ts";
import type { ExpectedAction, OwnQuestion } from "#shared/domain/battery.ts";
import type { Task } from "#shared/domain/task.ts";
import { fieldClasses, LabelledField } from "../../../../ui/field.tsx";
import { InlineForm } from "../../../../ui/inline-form.tsx";
import { Select } from "../../../../ui/select.tsx";
import { TextField } from "../../../../ui/text-field.tsx";

interface QuestionFormProps {
  task: Task;
  /** To begin with; null: a new one. */
  question: OwnQuestion | null;
  onDone(question: OwnQuestion): void;
  onCancel(): void;
}

/** Asks for a question to the simulator and what it should be about. */
export function QuestionForm({ task, question, onDone, onCancel }: QuestionFormProps) {
  const id = useId();
  const [text, setText] = useState(question?.question ?? "");
  const [phase, setPhase] = useState(question?.phase ?? 1);
  const [first, ...others] = question?.expected ?? [];
  const [about, setAbout] = useState(first === undefined ? "UNA" : choiceOf(first));
  const [node, setNode] = useState(first?.action === "LOC" ? first.node : "");
  const expected = expectedOf(task, about, node);
  const actions = expectedActions(task, phase, [expected]);
  const problem = typeof actions === "string" ? actions : null;
  return (
    <InlineForm
      action={question === null ? "Add" : "Change"}
      ready={text.trim() !== "" && problem === null && (about !== "LOC" || node !== "")}
      onDone={() => onDone({ phase, question: text.trim(), expected: [expected, ...others] })}
      onCancel={onCancel}
    >
      <LabelledField id={id} label="Question">
        <textarea
          id={id}
          dir="auto"
          // biome-ignore lint/a11y/noAutofocus: the person asked to write here.
          autoFocus
          rows={2}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className={`${fieldClasses} resize-y py-1`}
        />
      </LabelledField>
      {task.followUp !== null && (
        <Select
          label="Asked in"
          value={`${phase}`}
          options={[
            { value: "1", title: "Phase 1" },
            { value: "2", title: "Phase 2, the follow-up" },
          ]}
          onChange={(next) => setPhase(next === "1" ? 1 : 2)}
        />
      )}
      <Select label="It should be about" value={about} options={choices(task)} onChange={setAbout} />
      {about === "LOC" && (
        <TextField mono label="SQL of that part, as the gold has it" value={node} onChange={setNode} />
      )}
      {problem !== null && (about !== "LOC" || node !== "") && (
        <p role="alert" className="text-sm text-error">
          {problem}
        </p>
      )}
    </InlineForm>
  );
}

const choices = ({ ambiguities }: Task) => [
  ...ambiguities.map(({ term }, at) => ({ value: `AMB ${at + 1}`, title: `${at + 1} ${term}` })),
  { value: "LOC", title: "A part of the gold" },
  { value: "UNA", title: "Nothing that a user would answer" },
];

const choiceOf = (expected: ExpectedAction): string =>
  expected.action === "AMB" ? `AMB ${expected.ambiguity}` : expected.action;

function expectedOf({ ambiguities }: Task, about: string, node: string): ExpectedAction {
  if (about === "UNA") return { action: "UNA" };
  // A part that is still empty is none of the gold's.
  if (about === "LOC") return { action: "LOC", node };
  const ambiguity = Number(about.slice("AMB ".length));
  const term = ambiguities[ambiguity - 1]?.term;
  return { action: "AMB", ambiguity, ...(term !== undefined && { term }) };
}
