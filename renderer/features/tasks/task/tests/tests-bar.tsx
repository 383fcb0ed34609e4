import { ArrowDown, ArrowUp, FilePlus2, Play, Square, Trash2 } from "lucide-react";
import type { Phase } from "#shared/domain/task.ts";
import { Button } from "../../../../ui/button.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { Menu } from "../../../../ui/menu.tsx";
import { Select } from "../../../../ui/select.tsx";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { type AnswerKind, answerTitles } from "./answers.ts";
import { checkEntries } from "./form/check-words.ts";

const answers = (Object.keys(answerTitles) as AnswerKind[]).map((value) => ({
  value,
  ...answerTitles[value],
}));
const phases: { value: `${Phase}`; title: string }[] = [
  { value: "1", title: "Phase 1" },
  { value: "2", title: "Follow-up" },
];

/** What can be done with the test scripts of a phase, and with the one that is looked at. */
export function TestsBar() {
  const tests = useTaskEditor((state) => state.tests);
  const { part, task, script, answer, run } = tests;
  return (
    <div className="flex h-9 shrink-0 items-center gap-1.5 border-b bg-panel pr-1.5 pl-2">
      {task.followUp !== null && (
        <Select<`${Phase}`>
          label="Phase"
          hideLabel
          value={`${part.phase}`}
          options={phases}
          onChange={(next) => tests.showPhase(next === "1" ? 1 : 2)}
        />
      )}
      <Menu
        trigger={
          <Button size="sm" icon={FilePlus2}>
            New test
          </Button>
        }
        entries={[
          { heading: "As a form" },
          ...checkEntries(tests.dialect, tests.addCheck),
          "line",
          { title: "As Python", keys: "alt+e", run: tests.addPython },
        ]}
      />
      {script !== undefined && <TestTools />}
      <span className="flex-1" />
      <span className="text-sm text-muted">On</span>
      <Select<AnswerKind>
        label="Answer to run the tests on"
        hideLabel
        value={answer.kind}
        options={answers}
        onChange={tests.choose}
      />
      {run?.state === "running" ? (
        <Button size="sm" icon={Square} keys="mod+." onClick={tests.cancel}>
          Cancel
        </Button>
      ) : (
        <RunButtons />
      )}
    </div>
  );
}

/** What can be done with the test that is chosen. */
function TestTools() {
  const { part, index, move, remove } = useTaskEditor(({ tests }) => tests);
  return (
    <span className="flex">
      <IconButton
        size="sm"
        icon={ArrowUp}
        label="Move the test up"
        keys="alt+shift+up"
        disabled={index === 0}
        onClick={() => move(-1)}
      />
      <IconButton
        size="sm"
        icon={ArrowDown}
        label="Move the test down"
        keys="alt+shift+down"
        disabled={index === part.tests.length - 1}
        onClick={() => move(1)}
      />
      <IconButton size="sm" icon={Trash2} label="Remove the test" keys="alt+shift+x" onClick={remove} />
    </span>
  );
}

function RunButtons() {
  const { answer, part, index, start } = useTaskEditor(({ tests }) => tests);
  const disabled = answer.sql === null;
  return (
    <>
      {part.tests.length > 1 && (
        <Button
          size="sm"
          variant="quiet"
          keys="alt+shift+t"
          disabled={disabled}
          onClick={() => start([index])}
        >
          Run this
        </Button>
      )}
      <Button size="sm" icon={Play} keys="shift+t" disabled={disabled} onClick={() => start(null)}>
        {part.tests.length > 1 ? "Run tests" : "Run test"}
      </Button>
    </>
  );
}
