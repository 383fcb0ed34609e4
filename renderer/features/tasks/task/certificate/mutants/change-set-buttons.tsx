import { DatabaseZap, Square } from "lucide-react";
import { changingRows } from "#shared/certificate/change-set-text.ts";
import type { MutantIdentity } from "#shared/contract/certificates.ts";
import { type ChangeSetRun, useChangeSet } from "../../../../../data/certificates.ts";
import { errorDetails, errorText } from "../../../../../data/faults.ts";
import { abilities } from "../../../../../host/abilities.ts";
import { Button } from "../../../../../ui/button.tsx";
import { command, useCommands } from "../../../../../ui/commands.ts";
import { InlineError } from "../../../../../ui/inline-error.tsx";
import { loadingText } from "../../../../../ui/loading-text.ts";
import { countText, numberText } from "../../../../../ui/time-text.ts";
import { notify } from "../../../../../ui/toasts.tsx";
import { useTaskEditor } from "../../store/task-editor-context.ts";
import { identityOf } from "../use-let-pass-steps.ts";
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
      {run !== null && <Outcome run={run} />}
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

function Outcome({ run: { state, loading, error, done } }: { run: ChangeSetRun }) {
  if (state === "failed")
    return (
      <InlineError title="The rows could not be run." details={errorDetails(error)}>
        {errorText(error)}
      </InlineError>
    );
  if (state === "running")
    return (
      <output className="flex items-center gap-2 text-sm">
        <span className="spinner text-accent" />
        {loading === null ? "Running gold and mutants on the rows" : loadingText(loading)}
      </output>
    );
  if (done === null) return null;
  const { confirmed, unconfirmed } = done;
  return (
    <output className="w-full text-sm">
      {confirmed > 0 &&
        `Confirmed on a private copy with these rows: ${countText(confirmed, "mutant returns", "mutants return")} other rows than the gold. `}
      {unconfirmed > 0 &&
        `Not confirmed, and left out: the rows of ${countText(unconfirmed, "mutant")}, which do not fit the others or part nothing with them.`}
    </output>
  );
}
