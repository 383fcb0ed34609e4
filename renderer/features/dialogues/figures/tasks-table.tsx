import type { DialogueHead } from "#shared/contract/dialogues.ts";
import { isSolved } from "#shared/metrics/dialogues/estimate.ts";
import { classes } from "../../../ui/classes.ts";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { OutcomeSigns } from "../outcome-signs.tsx";
import type { SystemColumn, TaskOutcomes } from "./run-figures.ts";

interface TasksTableProps {
  columns: readonly SystemColumn[];
  rows: readonly TaskOutcomes[];
  onDialogue(dialogueId: number): void;
  /** Shows the dialogues of a row side by side. */
  onCompare(heads: readonly DialogueHead[]): void;
}

/** How each system did on each task; a cell leads to its dialogue, one of several to the first that was not solved. */
export function TasksTable({ columns, rows, onDialogue, onCompare }: TasksTableProps) {
  return (
    <div className="overflow-x-auto">
      <table aria-label="Tasks and systems" className="border-separate border-spacing-0 text-sm">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="border-b pr-6 pb-1 text-left font-medium">
              Task
            </th>
            {columns.map(({ system }) => (
              <th
                key={system}
                scope="col"
                className="border-b px-3 pb-1 text-left font-medium whitespace-nowrap"
              >
                {system}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ taskId, instanceId, cells }) => (
            <tr key={taskId} className="hover:bg-hover">
              <th scope="row" className="border-b py-0.5 pr-6 text-left font-normal whitespace-nowrap">
                <Tooltip content="Its dialogues side by side">
                  <button
                    type="button"
                    onClick={() => onCompare([...cells.values()].flat())}
                    className="text-accent hover:underline"
                  >
                    {instanceId}
                  </button>
                </Tooltip>
              </th>
              {columns.map(({ system }) => (
                <td key={system} className="border-b px-1.5">
                  <TaskCell
                    heads={cells.get(system) ?? []}
                    name={`${system} on ${instanceId}`}
                    onDialogue={onDialogue}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface TaskCellProps {
  heads: readonly DialogueHead[];
  name: string;
  onDialogue(dialogueId: number): void;
}

function TaskCell({ heads, name, onDialogue }: TaskCellProps) {
  const shown = heads.find((head) => !isSolved(head)) ?? heads[0];
  if (shown === undefined) return <span className="px-1.5 text-faint">–</span>;
  const judged = heads.filter(({ end }) => end !== null && end !== "infrastructure" && end !== "not-judged");
  const solved = judged.filter(isSolved).length;
  const words = `${solved} of ${judged.length} solved`;
  const apart = heads.length - judged.length;
  return (
    <button
      type="button"
      onClick={() => onDialogue(shown.dialogueId)}
      className="flex h-6 items-center gap-1.5 rounded-sm px-1.5 hover:bg-selected"
    >
      <span className="sr-only">{heads.length === 1 ? `${name}:` : `${name}: ${words}`} </span>
      {heads.length === 1 ? (
        <OutcomeSigns outcome={shown} />
      ) : (
        <>
          <span aria-hidden className="flex h-2 w-12 overflow-hidden rounded-sm bg-removed-fill">
            <span
              className="h-full bg-added"
              style={{ width: `${judged.length === 0 ? 0 : (100 * solved) / judged.length}%` }}
            />
          </span>
          <span className={classes("text-sm", solved === 0 && "text-muted")}>
            {solved}/{judged.length}
          </span>
        </>
      )}
      {heads.length === 1 && judged.length === 1 && <span>{shown.reward.toFixed(2)}</span>}
      {heads.length > 1 && apart > 0 && <span className="text-warning">+{apart}</span>}
    </button>
  );
}
