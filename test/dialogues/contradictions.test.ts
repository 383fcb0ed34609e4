import { describe, expect, it } from "vitest";
import type { System } from "#shared/dialogue/systems/system.ts";
import type { SystemAction } from "#shared/domain/dialogue.ts";
import type { Task } from "#shared/domain/task.ts";
import { dialogueLine } from "#shared/formats/dialogue-line.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import { parseTask } from "#shared/sql/parsed-task.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";
import { builtInSimulator } from "../../electron/dialogues/built-in-simulator.ts";
import type { DialogueEnvironment } from "../../electron/dialogues/environment.ts";
import { playDialogue, type UserSimulator } from "../../electron/dialogues/play-dialogue.ts";
import { packKnowledge, packTasks } from "../tasks/river-watch-pack.ts";

const [strained] = packTasks() as [Task];
const contextOf = (task: Task): ProvenanceContext => ({
  ...parseTask(task, "postgresql"),
  knowledge: indexKnowledge([...packKnowledge().nodes.values()]),
  ...{ schema: null, meanings: [] },
});
/** Nothing but questions is asked here. */
const untouched: DialogueEnvironment = {
  observe: () => Promise.reject(new Error("nothing is looked up")),
  judge: () => Promise.reject(new Error("nothing is submitted")),
  beginFollowUp() {},
  runs: () => Promise.reject(new Error("nothing runs")),
};

function asking(...questions: string[]): System {
  return {
    async next({ turns }) {
      const question = questions[turns.length];
      return question === undefined ? null : ({ kind: "ask", question } satisfies SystemAction);
    },
    close: async () => {},
  };
}

/** A person who types these answers, each to a question about an ambiguity. */
function person(...answers: [ambiguity: number, text: string][]): UserSimulator {
  return {
    name: "person",
    async answer(_context, _phase, _question, { length }) {
      const [ambiguity, text] = answers[length] ?? [0, ""];
      return { actions: [{ kind: "AMB", ambiguity }], text, leaks: [] };
    },
  };
}

async function play(simulator: UserSimulator, task: Task, ...questions: string[]) {
  const record = await playDialogue({
    context: contextOf(task),
    settings: { protocol: "c", profile: "adk", behaviour: "fixed", patience: 3 },
    ...{ system: asking(...questions), simulator, environment: untouched },
    signal: new AbortController().signal,
  });
  expect(record.reason).toBeNull();
  return record;
}

const found = (record: Awaited<ReturnType<typeof play>>) =>
  record.turns.map(({ answer }) => answer?.contradictions ?? []);
const both = ['What is "under strain"?', 'So what exactly is "under strain"?'];

describe("an answer that contradicts the gold or an earlier one", () => {
  it("is found on its turn and stands in the line, whoever gave it", async () => {
    const record = await play(
      person([0, "The average stress index is above 2.5."], [0, "The average stress index is at least 3."]),
      strained,
      ...both,
    );
    const [first, second] = found(record);
    expect(first).toEqual([]);
    expect(second).toEqual([
      { words: "at least", sql: ">", turn: null },
      { words: "3", sql: "2.5", turn: null },
      { words: "at least", sql: ">", turn: 1 },
      { words: "3", sql: "2.5", turn: 1 },
    ]);
    const dialogue = { ...record, instanceId: "river_watch_1", hasFollowUp: true, system: "asks", seed: 0 };
    const line = dialogueLine({ ...dialogue, simulator: "person", trial: 0, fault: null });
    const users = line.turns.flatMap((turn) => (turn.role === "user" ? [turn.contradictions.length] : []));
    expect(users).toEqual([0, 4]);
  });

  it("is found where the second answer is the right one", async () => {
    const record = await play(
      person(
        [3, "The lowest average stress index first, then by name."],
        [3, "The highest average stress index first, then by name."],
      ),
      strained,
      ...both,
    );
    expect(found(record)).toEqual([
      [{ words: "lowest average stress index first", sql: "DESC", turn: null }],
      [{ words: "highest average stress index first", sql: "DESC", turn: 1 }],
    ]);
  });

  it("is found in the annotator's words that the built-in user says", async () => {
    const [first, ...others] = strained.ambiguities as [Task["ambiguities"][number]];
    const words = "The average River Stress Index is below 2.5.";
    const task = { ...strained, ambiguities: [{ ...first, words }, ...others] };
    expect(found(await play(builtInSimulator, task, both[0] as string))).toEqual([
      [{ words: "below", sql: ">", turn: null }],
    ]);
  });

  it("is none where an answer says the same again, less, or something else", async () => {
    const record = await play(
      person(
        [0, "Above 2.5 on average, by the River Stress Index."],
        [0, "As I said, a mean RSI of more than 2.5."],
        [2, "Two decimals."],
      ),
      strained,
      ...both,
      "How many decimals?",
    );
    expect(found(record)).toEqual([[], [], []]);
  });
});
