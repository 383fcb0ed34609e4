import { Option } from "@commander-js/extra-typings";
import {
  beginReplay,
  type ReplayDifference,
  type ReplayedDialogue,
  replayDifferences,
  replayTrajectory,
} from "#shared/dialogue/protocol/replay.ts";
import type { DialogueSettings } from "#shared/domain/dialogue.ts";
import { defaultPatience, type Task } from "#shared/domain/task.ts";
import { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { BadInput } from "#shared/formats/bad-input.ts";
import { dialogueLine } from "#shared/formats/dialogue-line.ts";
import { readTrajectories, type Trajectory } from "#shared/formats/trajectory.ts";
import { readTextFile } from "../store/read-text-file.ts";
import { defineCommand } from "./command.ts";
import { exitCodes } from "./command-end.ts";
import { outputText } from "./output-schemas.ts";
import { behaviourOption, wholeNumber } from "./shared-options.ts";
import { readTasks } from "./task-input.ts";

/** The summary names this many of the figures that differ. */
const mostNamed = 100;

/**
 * Replays published dialogues and compares every figure that they give of themselves. Ends with 1 where one of them is not
 * confirmed as shipped.
 */
export const dialoguesReplay = defineCommand(
  (command) =>
    command
      .description("replay published dialogues and compute their turns, budgets and rewards again")
      .requiredOption("--input <file>", "the trajectories, JSON")
      .option(
        "--tasks <file>",
        "their tasks, JSONL, whose budgets are used (default: what the systems were told)",
      )
      .addOption(
        new Option("--profile <profile>", "the evaluator to follow")
          .choices(EvaluatorProfile.options)
          .default("adk" as const),
      )
      .addOption(behaviourOption("shipped"))
      .option("--patience <n>", "extra turns of the user (default: 3)", wholeNumber(0, 1000))
      .requiredOption("--out <file>", "the dialogues, a line of JSON each"),
  async ({ input: inputFile, tasks: tasksFile, out: file, profile, behaviour, patience }, context) => {
    const input = await context.input(inputFile);
    const { system, simulator, trajectories } = readTrajectories(await readTextFile(input), input);
    const tasks = tasksFile === undefined ? [] : (await readTasks(tasksFile)).tasks.map(({ task }) => task);
    const settings = { profile, behaviour, patience: patience ?? defaultPatience };
    const replays = replayAll({ input, trajectories, tasks, settings });
    const out = context.output(file);
    const trials = new Map<string, number>();
    for (const { dialogue } of replays) {
      const trial = trials.get(dialogue.instanceId) ?? 0;
      trials.set(dialogue.instanceId, trial + 1);
      const played = {
        system: `recorded ${system ?? "unknown"}`,
        simulator: `recorded ${simulator ?? "unknown"}`,
      };
      const line = dialogueLine({ ...dialogue, ...played, seed: 0, trial, reason: null, fault: null });
      out.write(`${outputText("dialogue", line)}\n`);
    }
    out.complete();
    const differ = replays.flatMap(({ dialogue: { instanceId }, differences }) =>
      differences.map((difference) => ({ instanceId, ...difference })),
    );
    const equal = replays.filter(({ differences }) => differences.length === 0).length;
    const summary = { out: file, profile, behaviour, dialogues: replays.length, equal };
    context.result("replay-summary", { ...summary, differ: differ.slice(0, mostNamed) });
    return behaviour === "shipped" && differ.length > 0 ? exitCodes.findings : exitCodes.done;
  },
);

interface Replay {
  dialogue: ReplayedDialogue;
  differences: ReplayDifference[];
}

interface ToReplay {
  input: string;
  trajectories: readonly Trajectory[];
  tasks: readonly Task[];
  settings: Omit<DialogueSettings, "protocol">;
}

function replayAll({ input, trajectories, tasks, settings }: ToReplay): Replay[] {
  const byId = new Map(tasks.map((task) => [task.instanceId, task]));
  return trajectories.map((trajectory, index) => {
    const { instanceId, protocol } = trajectory;
    const beginning = beginReplay(trajectory, { protocol, ...settings }, byId.get(instanceId) ?? null);
    if (beginning === null) throw new BadInput([{ file: input, row: index + 1, ...noBudget }]);
    const dialogue = replayTrajectory(trajectory, beginning);
    return { dialogue, differences: replayDifferences(trajectory, dialogue) };
  });
}

const noBudget = {
  field: "adk_events",
  reason: "Nothing says how many turns or coins the system was given.",
  fix: "Name the file of the tasks with --tasks.",
};
