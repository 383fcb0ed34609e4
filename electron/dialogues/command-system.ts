import type { System, SystemView } from "#shared/dialogue/systems/system.ts";
import { SystemMessage } from "#shared/dialogue/systems/system-message.ts";
import { SystemAction } from "#shared/domain/dialogue.ts";
import { snakeCaseJson } from "#shared/formats/snake-case-json.ts";
import { ProgramFailed, type ProgramLimits, startProgram } from "../processes/start-program.ts";

/** A line takes two minutes and a mebibyte at most. */
const usualLimits: ProgramLimits = { lineMs: 120_000, lineCharacters: 2 ** 20 };

/** What a program is told at the beginning; what the view holds is added to it. */
export type Opening = Omit<
  Extract<SystemMessage, { type: "task" }>,
  "type" | "protocol" | "question" | "budget" | "history"
>;

/**
 * A program of the user's as a system under test: it reads messages and writes an action for each of them, a line of JSON
 * each (`querent schema system-message` and `system-action`). It stops by ending with exit code 0; all else than an action
 * in time is a failure of the program, not of its answers. `opening` is asked for when the program starts; `variables` of the environment are
 * handed to it besides the usual ones.
 */
export function createCommandSystem(
  program: string,
  parts: { opening(): Promise<Opening>; variables: readonly string[]; limits?: ProgramLimits },
): System {
  let started: ReturnType<typeof startProgram> | null = null;
  return {
    async next(view) {
      if (started === null) {
        const task = await parts.opening();
        started = startProgram(program, parts.limits ?? usualLimits, parts.variables);
        started.writeLine(lineOf(taskMessage(task, view)));
      } else started.writeLine(lineOf(observationMessage(view)));
      const line = await started.readLine();
      return line === null ? null : actionOf(line);
    },
    async close() {
      started?.writeLine(lineOf({ type: "end" }));
      started?.kill();
    },
  };
}

const lineOf = (message: SystemMessage): string => snakeCaseJson(SystemMessage, message);

function taskMessage(opening: Opening, { protocol, question, budgetLeft, turns }: SystemView): SystemMessage {
  const history = turns.flatMap(({ action, observation: answer }) =>
    action.kind === "ask" ? [{ question: action.question, answer }] : [],
  );
  return { type: "task", ...opening, protocol, question, budget: budgetLeft, history };
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
