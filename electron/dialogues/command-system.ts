import type { System, SystemView } from "#shared/dialogue/systems/system.ts";
import type { SystemMessage } from "#shared/dialogue/systems/system-message.ts";
import { SystemAction } from "#shared/domain/dialogue.ts";
import { ProgramFailed, type ProgramLimits, startProgram } from "../processes/start-program.ts";

/** A line takes two minutes and a mebibyte at most. */
const usualLimits: ProgramLimits = { lineMs: 120_000, lineCharacters: 2 ** 20 };

/** What a program is told at the beginning; what the view holds is added to it. */
export type Opening = Omit<
  Extract<SystemMessage, { type: "task" }>,
  "type" | "protocol" | "question" | "budget"
>;

/** Writes a message as its line of JSON. */
export type WriteMessage = (message: SystemMessage) => string;

/**
 * A program of the user's as a system under test: it reads messages and writes an action for each of them, a line of JSON
 * each (`querent schema system-message` and `system-action`). It stops by ending with exit code 0; all else than an action
 * in time is a failure of the program, not of its answers. `opening` is asked for when the program starts.
 */
export function createCommandSystem(
  program: string,
  parts: { opening(): Promise<Opening>; write: WriteMessage; limits?: ProgramLimits },
): System {
  let started: ReturnType<typeof startProgram> | null = null;
  return {
    async next(view) {
      if (started === null) {
        const task = await parts.opening();
        started = startProgram(program, parts.limits ?? usualLimits);
        started.writeLine(parts.write(taskMessage(task, view)));
      } else started.writeLine(parts.write(observationMessage(view)));
      const line = await started.readLine();
      return line === null ? null : actionOf(line);
    },
    async close() {
      started?.writeLine(parts.write({ type: "end" }));
      started?.kill();
    },
  };
}

function taskMessage(opening: Opening, { protocol, question, budgetLeft }: SystemView): SystemMessage {
  return { type: "task", ...opening, protocol, question, budget: budgetLeft };
}

function observationMessage({ turns, phase, question, budgetLeft }: SystemView): SystemMessage {
  const { observation = "", refused = false } = turns.at(-1) ?? {};
  return { type: "observation", text: observation, refused, phase, question, budget: budgetLeft };
}

function actionOf(line: string): SystemAction {
  const shown = line.length > 200 ? `${line.slice(0, 200)}…` : line;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new ProgramFailed(`The program wrote a line that is not JSON: ${shown}`);
  }
  const action = SystemAction.safeParse(value);
  if (action.success) return action.data;
  const [issue] = action.error.issues;
  const where = issue?.path.join(".") ?? "";
  throw new ProgramFailed(
    `The program wrote no action${where === "" ? "" : ` (${where}: ${issue?.message})`}: ${shown}`,
  );
}
