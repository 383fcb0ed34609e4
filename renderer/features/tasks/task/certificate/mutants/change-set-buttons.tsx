import { DatabaseZap, Square } from "lucide-react";
import { changingRows } from "#shared/certificate/change-set-text.ts";
import type { MutantIdentity } from "#shared/contract/certificates.ts";
import { type ChangeSetRun, useChangeSet } from "../../../../../data/certificates.ts";
import { abilities } from "../../../../../host/abilities.ts";
import { Button } from "../../../../../ui/button.tsx";
import { command, useCommands } from "../../../../../ui/commands.ts";
import { countText, numberText } from "../../../../../ui/time-text.ts";
import { notify } from "../../../../../ui/toasts.tsx";
import { useTaskEditor } from "../../store/task-editor-context.ts";
import { identityOf } from "../use-let-pass-steps.ts";
import { RunProgress } from "./run-progress.tsx";
import type { ShownMutant } from "./shown-mutants.ts";

const saveKeys = "alt+shift+s";

/** Saves the rows of a mutant, or of all survivors of the task, as a file of SQL once gold and mutants have run on them. */
export function ChangeSetButtons({ shown: { mutant } }: { shown: ShownMutant }) {
  const { taskId, mutants, isCurrent } = useTaskEditor(({ taskId, certificate }) => ({
    ...{ taskId, mutants: certificate.mutants, isCurrent: certificate.isCurrent },
  }));
  const { run, make, cancel } = useChangeSet(taskId);
  const isRunning = run?.state === "running";
  const save = (which: MutantIdentity | null) => void make(which, (done) => void keep(done));
  const all = mutants?.filter(({ mutant }) => changingRows(mutant) !== null).length ?? 0;
  const enabled = isCurrent && !isRunning;
  useCommands("Task", [
    command(
      "task.save-change-set",
      "Save the rows of the mutant as SQL",
      [saveKeys],
      () => save(identityOf(mutant)),
      {
        enabled,
      },
    ),
    command("task.save-change-sets", "Save the rows of all data-blind mutants as SQL", [], () => save(null), {
      enabled,
    }),
    command("task.cancel-change-set", "Cancel running the rows", ["mod+."], cancel, { enabled: isRunning }),
  ]);
  if (!isCurrent) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {run !== null && (
        <RunProgress
          run={run}
          doing="Running gold and mutants on the rows"
          failed="The rows could not be run."
        >
          {run.done !== null && <Outcome done={run.done} />}
        </RunProgress>
      )}
      {isRunning ? (
        <Button size="sm" icon={Square} keys="mod+." onClick={cancel}>
          Cancel
        </Button>
      ) : (
        <>
          <Button size="sm" icon={DatabaseZap} keys={saveKeys} onClick={() => save(identityOf(mutant))}>
            Save the rows as SQL
          </Button>
          {all > 1 && (
            <Button size="sm" onClick={() => save(null)}>
              Those of all {numberText(all)} data-blind mutants
            </Button>
          )}
        </>
      )}
    </div>
  );
}

async function keep({ text, fileName }: NonNullable<ChangeSetRun["done"]>): Promise<void> {
  if (text === null) return;
  const saved = await abilities.saveText(fileName, text);
  if (saved !== null) notify({ kind: "done", title: "Saved the change set", description: saved });
}

function Outcome({ done }: { done: NonNullable<ChangeSetRun["done"]> }) {
  const { confirmed, unconfirmed } = done;
  return (
    <output className="w-full text-sm">
      {confirmed > 0 &&
        `Confirmed on a private copy with these rows: ${countText(confirmed, "mutant returns", "mutants return")} other rows than the gold. `}
      {unconfirmed > 0 &&
        `Not confirmed, and left out: the rows of ${countText(unconfirmed, "mutant")}, which do not fit the others, or tell no mutant from the gold with them.`}
    </output>
  );
}
