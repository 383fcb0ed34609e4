import { DialogueLine, dialogueLine } from "#shared/formats/dialogue-line.ts";
import { dialoguePage } from "#shared/formats/dialogue-page/dialogue-page.ts";
import { snakeCaseJson } from "#shared/formats/snake-case-json.ts";
import { compareSystems } from "#shared/metrics/dialogues/compare-systems.ts";
import { configurationFigures } from "#shared/metrics/dialogues/configuration-figures.ts";
import { recordingHead } from "../dialogues/model/recording.ts";
import type { RecordingLine } from "../dialogues/model/recording-line.ts";
import { type RunOfProject, tasksOfRun } from "../store/dialogue-runs.ts";
import { playedDialogues } from "../store/dialogues.ts";
import { modelExchanges } from "../store/model-exchanges.ts";
import { taskAtRevision } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import { storedProject } from "./stored-records.ts";

/** The seed of the intervals, as the command line has it. */
const intervalSeed = 0;

/** Dialogues, one page, or the calls to language models. */
export type RunFileFormat = "jsonl" | "html" | "recording";

/** The dialogues of a run, or one of them, as a file of dialogues, or as one page with figures and every transcript; or its calls to language models. */
export async function exportRun(
  workspace: Workspace,
  run: RunOfProject,
  { dialogueId, format }: { dialogueId: number | null; format: RunFileFormat },
): Promise<{ fileName: string; text: string }> {
  const { runId, projectId, number } = run;
  const { name } = await storedProject(workspace, projectId);
  if (format === "recording")
    return {
      fileName: `${fileStem(`${name}, run ${number}`)}-recording.jsonl`,
      text: recordingText(await workspace.read((db) => modelExchanges(db, runId))),
    };
  const dialogues = await workspace.read(
    async (db) => await Array.fromAsync(playedDialogues(db, run, dialogueId)),
  );
  const [one] = dialogueId === null ? [] : dialogues;
  const title = `${name}, run ${number}${one === undefined ? "" : `, ${one.instanceId}, ${one.system}, trial ${one.trial + 1}`}`;
  const fileName = `${fileStem(title)}.${format}`;
  if (format === "jsonl") {
    const lines = dialogues.map((dialogue) => `${snakeCaseJson(DialogueLine, dialogueLine(dialogue))}\n`);
    return { fileName, text: lines.join("") };
  }
  const tasks = await workspace.read(async (db) =>
    (
      await Array.fromAsync(
        await tasksOfRun(db, runId),
        async ({ taskId, revision }) => (await taskAtRevision(db, taskId, revision))?.revision.task ?? [],
      )
    ).flat(),
  );
  const configurations = configurationFigures(dialogues, tasks, intervalSeed);
  const comparisons = compareSystems(dialogues, intervalSeed);
  const page = dialoguePage({ title, dialogues, configurations, comparisons });
  return { fileName, text: [...page].join("") };
}

/** A title as the name of a file without its ending: "harbour, run 2" as "harbour-run-2". */
export const fileStem = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N}_]+/gu, "-");

/** Calls to language models as one recording, numbered over all endpoints: `querent dialogues run --recording` goes on with that of a run. */
export function recordingText(exchanges: readonly { endpoint: string; line: string }[]): string {
  const numbers = new Map<string, number>();
  const lines = exchanges.map(({ endpoint, line: text }) => {
    const line = JSON.parse(text) as RecordingLine;
    if (!("call" in line)) return line;
    const key = `${line.call} ${endpoint}`;
    const call = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, call);
    return { ...line, call };
  });
  return [recordingHead, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
}
