import { goldText } from "#shared/certificate/let-pass.ts";
import type { InputProblem } from "#shared/contract/errors.ts";
import type { Task } from "#shared/domain/task.ts";
import {
  type StatedLine,
  statedFinding,
  statedMutant,
  unfitReason,
} from "#shared/formats/stated-exceptions.ts";
import type { WriteHandle } from "./handles.ts";
import { putException, putIgnored, type Stating } from "./let-pass.ts";
import { taskById, taskIdsByInstance } from "./tasks.ts";

/** What the lines of a file of exceptions came to in a project; what they say of a task that is there twice holds for both. */
export interface StatedInProject {
  findings: number;
  mutants: number;
  /** Lines that say what was stated before. */
  known: number;
  /** Lines that fit nothing, by their rows. */
  problems: InputProblem[];
  /** The tasks in which something more is let pass. */
  taskIds: number[];
}

/** States for the tasks of a project what a file says that may pass; lines that fit none of them are answered and let nothing pass. */
export async function stateExceptions(
  db: WriteHandle,
  { projectId, file, ...stating }: { projectId: number; file: string } & Omit<Stating, "taskId">,
  lines: readonly StatedLine[],
): Promise<StatedInProject> {
  const known = await taskIdsByInstance(db, projectId);
  const stated: StatedInProject = { findings: 0, mutants: 0, known: 0, problems: [], taskIds: [] };
  const changed = new Set<number>();
  for (const { row, stated: line } of lines) {
    const taskIds = known.get(line.instance_id) ?? [];
    const kind = "property" in line ? "findings" : "mutants";
    const put = await Array.fromAsync(taskIds, async (taskId) => ({
      taskId,
      came: await stateOne(db, { ...stating, taskId }, line),
    }));
    const isNew = put.filter(({ came }) => came === "new");
    for (const { taskId } of isNew) changed.add(taskId);
    if (isNew.length > 0) stated[kind] += 1;
    else if (put.some(({ came }) => came === "known")) stated.known += 1;
    else stated.problems.push({ file, row, ...unfitReason(line, taskIds.length > 0) });
  }
  return { ...stated, taskIds: [...changed] };
}

async function stateOne(
  db: WriteHandle,
  stating: Stating,
  line: StatedLine["stated"],
): Promise<"new" | "known" | "unfit"> {
  const finding = statedFinding(line);
  if (finding !== null) return (await putException(db, stating, finding)) ? "new" : "known";
  const task: Task | undefined = (await taskById(db, stating.taskId))?.revision.task;
  const mutant = statedMutant(line, (one) => (task === undefined ? undefined : goldText(task, one)));
  if (mutant === null) return "unfit";
  return (await putIgnored(db, stating, mutant)) ? "new" : "known";
}
