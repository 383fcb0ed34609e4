import { useState } from "react";
import type { TaskConflict } from "#shared/domain/task-merge.ts";
import { wordDiff } from "#shared/text/word-diff.ts";
import { DiffText } from "../../../../results/task/diff-text.tsx";
import { partTitle, partValueText } from "../../../../results/task/task-part-words.ts";
import { Button } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { RadioList } from "../../../../ui/radio-list.tsx";
import { countText } from "../../../../ui/time-text.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";
import type { TaskEditorState } from "../store/task-editor-state.ts";

type Side = "mine" | "theirs";

const sides: readonly { value: Side; title: string }[] = [
  { value: "mine", title: "Keep mine" },
  { value: "theirs", title: "Use theirs" },
];

/** The dialog is open: there are conflicts, and the person has not put them off. */
export const asksAboutConflicts = ({ draft, isConflictPutOff }: TaskEditorState): boolean =>
  draft.conflicts.length > 0 && !isConflictPutOff;

/** Asks, part by part, whose words to keep where somebody else saved the same part meanwhile. */
export function ConflictDialog() {
  const { task, conflicts, resolve, set, open } = useTaskEditor((state) => ({
    ...{ task: state.task, conflicts: state.draft.conflicts, resolve: state.draft.resolve, set: state.set },
    open: asksAboutConflicts(state),
  }));
  const [theirs, setTheirs] = useState<ReadonlySet<number>>(new Set());
  const settle = (choices: Side[]) => {
    setTheirs(new Set());
    set({ isConflictPutOff: false });
    resolve(choices);
  };
  const all = (side: Side) => settle(conflicts.map(() => side));
  const choose = (at: number, side: Side) => {
    const next = new Set(theirs);
    if (side === "theirs") next.add(at);
    else next.delete(at);
    setTheirs(next);
  };
  const chosen = () => settle(conflicts.map((_, at) => (theirs.has(at) ? "theirs" : "mine")));
  return (
    <Dialog
      open={open}
      onClose={() => set({ isConflictPutOff: true })}
      title="Somebody else changed the same parts"
      description={`${task.instanceId} was saved elsewhere while you edited it. All other changes are merged. Choose a version for ${countText(conflicts.length, "part")}.`}
      width="lg"
      commands={[
        { id: "conflict.save", title: "Save choices", keys: ["mod+Enter"], inInputs: true, run: chosen },
      ]}
      footer={
        <>
          <Button onClick={() => all("mine")}>Keep all mine</Button>
          <Button onClick={() => all("theirs")}>Use all theirs</Button>
          <Button variant="primary" keys="mod+Enter" onClick={chosen}>
            Save choices
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-5">
        {conflicts.map((conflict, at) => (
          <li key={conflict.path.join("/")} className="flex flex-col gap-2">
            <RadioList
              label={partTitle(conflict.path, task)}
              inline
              value={theirs.has(at) ? "theirs" : "mine"}
              onChange={(side) => choose(at, side)}
              options={sides}
            />
            <Sides part={partTitle(conflict.path, task)} conflict={conflict} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Sides({ part, conflict }: { part: string; conflict: TaskConflict }) {
  const [base, mine, theirs] = [conflict.base, conflict.mine, conflict.theirs].map(partValueText) as [
    string,
    string,
    string,
  ];
  const columns = [
    { title: "Before", text: base, ranges: [] },
    { title: "Mine", text: mine, ranges: wordDiff(base, mine).b },
    { title: "Theirs", text: theirs, ranges: wordDiff(base, theirs).b },
  ];
  return (
    <div className="grid grid-cols-3 gap-2">
      {columns.map(({ title, text, ranges }) => (
        <div key={title} className="flex min-w-0 flex-col gap-1">
          <span className="text-sm text-muted">{title}</span>
          <DiffText label={`${title}: ${part}`} text={text} ranges={ranges} />
        </div>
      ))}
    </div>
  );
}
