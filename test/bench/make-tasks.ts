import { readFileSync } from "node:fs";
import path from "node:path";
import { type RandomStream, randomStream } from "../../tasks/harbour/seed/random.ts";

/** Tasks for benches, and an answer to each phase of them; every item is one line of a JSONL file. */
export interface MadeTasks {
  /** BIRD-Interact rows with their ground truth, over the database river_watch. */
  tasks: string[];
  /** `{instance_id, phase, pred_sqls}`, two for each task: of every other task the gold, of the rest as a system that errs gave them. */
  predictions: string[];
}

/** A text that is in a task's row and its answers, and what may be there instead. */
type Slot = readonly [text: string, other: (random: RandomStream) => string];

const packDir = path.join(import.meta.dirname, "../../tasks/river-watch");

const decimals = (low: number, high: number) => (random: RandomStream) =>
  `${random.int(low, high)}.${random.int(101, 999)}`;
const named = (name: string) => [name, (random: RandomStream) => `${name}_${random.int(1, 9_999)}`] as const;
const day = (year: number) => (random: RandomStream) => `${year}-0${random.int(1, 9)}-${random.int(10, 28)}`;

/** What varies in each task of the pack, so that made tasks hardly ever share a gold and each gold still gives rows. */
const slots: Record<string, readonly Slot[]> = {
  river_watch_1: [["2.5", decimals(1, 2)]],
  river_watch_2: [
    [
      "WHERE o.kind =",
      (random) =>
        `WHERE o.outfall_id <> ${random.int(1, 118)} AND o.river_id <> ${random.int(1, 18)} AND o.kind =`,
    ],
  ],
  river_watch_3: [["2024-01-01", day(2023)]],
  river_watch_4: [
    ["90 minutes", (random) => `${random.int(20, 100)} minutes`],
    [
      "v.technician_id = t.technician_id",
      (random) => `v.technician_id = t.technician_id AND v.visit_id <> ${random.int(1, 1_300)}`,
    ],
  ],
  river_watch_5: [
    [
      "WHERE v.flow IS NOT NULL",
      (random) => `WHERE v.visit_id <> ${random.int(1, 1_300)} AND v.flow IS NOT NULL`,
    ],
  ],
  river_watch_6: [["brr > 0.2", (random) => `brr > 0.${random.int(100, 199)}${random.int(1, 9)}`]],
  river_watch_7: [
    [
      "WHERE i.fish_killed IS NOT NULL",
      (random) => `WHERE i.incident_id <> ${random.int(1, 260)} AND i.fish_killed IS NOT NULL`,
    ],
  ],
  river_watch_8: [
    ["o.population_served >= 5000", (random) => `o.population_served >= ${random.int(970, 8_730)}`],
  ],
  river_watch_M_1: [named("watch_list")],
  river_watch_M_2: [named("phosphorus_load")],
  river_watch_M_3: [named("flagged_reading")],
  river_watch_M_4: [named("visit_once")],
  river_watch_M_5: [named("river_card")],
};

/** Makes `count` tasks by varying those of the river-watch pack in turn; the same every time. */
export function makeTasks(count: number): MadeTasks {
  const random = randomStream(71);
  const rows = linesOf("tasks.jsonl");
  const answers = [linesOf("predictions/gold.jsonl"), linesOf("predictions/mistakes.jsonl")];
  const made: MadeTasks = { tasks: [], predictions: [] };
  for (let index = 0; index < count; index += 1) {
    const row = rows[index % rows.length] ?? "";
    const id = idOf(row);
    const values = (slots[id] ?? []).map(([text, other]) => [text, other(random)] as const);
    const varied = (line: string) =>
      values
        .reduce((text, [from, to]) => text.replaceAll(from, to), line)
        .replace(`"${id}"`, `"${id}${String(index).padStart(4, "0")}"`);
    const given = answers[Math.floor(index / rows.length) % 2] ?? [];
    made.tasks.push(varied(row));
    made.predictions.push(...given.filter((line) => idOf(line) === id).map(varied));
  }
  return made;
}

function linesOf(file: string): string[] {
  return readFileSync(path.join(packDir, file), "utf8").trimEnd().split("\n");
}

function idOf(line: string): string {
  return (JSON.parse(line) as { instance_id: string }).instance_id;
}
