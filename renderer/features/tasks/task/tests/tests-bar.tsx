import { ArrowDown, ArrowUp, FilePlus2, Play, Square, Trash2 } from "lucide-react";
import type { Phase } from "#shared/domain/task.ts";
import { Button } from "../../../../ui/button.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { Menu } from "../../../../ui/menu.tsx";
import { Select } from "../../../../ui/select.tsx";
import { type AnswerKind, answerTitles } from "./answers.ts";
import { checkEntries } from "./form/check-words.ts";
import type { TestsEditor } from "./use-tests-editor.ts";

const answers = (Object.keys(answerTitles) as AnswerKind[]).map((value) => ({
  value,
  ...answerTitles[value],
}));
const phases: { value: `${Phase}`; title: string }[] = [
  { value: "1", title: "Phase 1" },
  { value: "2", title: "Follow-up" },
];

/** What can be done with the test scripts of a phase, and with the one that is looked at. */
export function TestsBar({ desk }: { desk: TestsEditor }) {
  const { part, task, index, script, answer, run } = desk;
  return (
    <div className="flex h-9 shrink-0 items-center gap-1.5 border-b bg-panel pr-1.5 pl-2">
      {task.followUp !== null && (
        <Select<`${Phase}`>
          label="Phase"
          hideLabel
          value={`${part.phase}`}
          options={phases}
          onChange={(next) => desk.showPhase(next === "1" ? 1 : 2)}
        />
      )}
      <Menu
        trigger={
          <Button size="sm" icon={FilePlus2}>
            New test
          </Button>
        }
        entries={[
          { heading: "In a form" },
          ...checkEntries(desk.dialect, desk.addCheck),
          "line",
          { title: "Python of my own", keys: "alt+e", run: desk.addPython },
        ]}
      />
      {script !== undefined && (
        <span className="flex">
          <IconButton
            size="sm"
            icon={ArrowUp}
            label="Before the test above"
            keys="alt+shift+up"
            disabled={index === 0}
            onClick={() => desk.move(-1)}
          />
          <IconButton
            size="sm"
            icon={ArrowDown}
            label="Behind the test below"
            keys="alt+shift+down"
            disabled={index === part.tests.length - 1}
            onClick={() => desk.move(1)}
          />
          <IconButton
            size="sm"
            icon={Trash2}
            label="Remove the test"
            keys="alt+shift+x"
            onClick={desk.remove}
          />
        </span>
      )}
      <span className="flex-1" />
      <span className="text-sm text-muted">On</span>
      <Select<AnswerKind>
        label="Answer to run the tests on"
        hideLabel
        value={answer.kind}
        options={answers}
        onChange={desk.choose}
      />
      {run?.state === "running" ? (
        <Button size="sm" icon={Square} keys="mod+." onClick={desk.cancel}>
          Cancel
        </Button>
      ) : (
        <RunButtons desk={desk} />
      )}
    </div>
  );
}

function RunButtons({ desk: { answer, part, index, start } }: { desk: TestsEditor }) {
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
