import { describe, expect, test } from "vitest";
import {
  mutantDots,
  mutantMarks,
  mutantsByLine,
} from "../../../../renderer/features/tasks/task/certificate/mutants/mutant-dots.ts";
import { mutantTexts } from "../../../../renderer/features/tasks/task/certificate/mutants/mutant-texts.ts";
import {
  outcomeCounts,
  type ShownMutant,
  shownMutants,
  steppedMutant,
} from "../../../../renderer/features/tasks/task/certificate/mutants/shown-mutants.ts";
import {
  type TaskDocument,
  taskDocuments,
} from "../../../../renderer/features/tasks/task/documents/task-documents.ts";
import type { MutantResult, MutantStatus, SurvivorClass } from "../../../../shared/domain/certificate.ts";
import type { Task } from "../../../../shared/domain/task.ts";
import { packTasks } from "../../../tasks/river-watch-pack.ts";

const [first] = packTasks() as [Task];
const gold = "SELECT name\nFROM river\nWHERE length_km > 100";
const task: Task = { ...first, goldSql: [gold], followUp: null };

/** A mutant that puts something in place of words of the gold. */
function mutant(words: string, replacement: string, outcome: MutantStatus | SurvivorClass): MutantResult {
  const from = gold.indexOf(words);
  const isStatus = outcome === "killed" || outcome === "run-error";
  return {
    ...{ phase: 1, statement: 0, range: { from, to: from + words.length }, replacement },
    ...{ operator: "some-operator", meaning: `${replacement} instead of ${words}`, reason: null },
    status: isStatus ? outcome : "survived",
    survivor: isStatus
      ? null
      : { class: outcome as SurvivorClass, rule: "some-rule", summary: "Because.", rows: null },
  };
}

const made = [
  mutant(">", ">=", "unexplained"),
  mutant("name", "river_id", "killed"),
  mutant("100", "101", "equivalent"),
];

const shown = (now: Task = task): ShownMutant[] => shownMutants(made, task, taskDocuments(now));
const goldOf = (now: Task): TaskDocument => taskDocuments(now)[0] as TaskDocument;

describe("mutants on the gold on screen", () => {
  test("stand in the order of the text, with what they take out and what became of them", () => {
    expect(shown().map(({ original, outcome, line }) => [original, outcome, line])).toEqual([
      ["name", "killed", 1],
      [">", "unexplained", 3],
      ["100", "equivalent", 3],
    ]);
    expect(mutantTexts(shown()[1] as ShownMutant)).toEqual([gold.replace(">", ">=")]);
    expect(outcomeCounts(shown())).toMatchObject({ killed: 1, unexplained: 1, equivalent: 1, ignored: 0 });
  });

  test("move with an edit, and what an edit takes away stands nowhere", () => {
    const later: Task = { ...task, goldSql: [`-- noted\n${gold}`] };
    expect([...mutantsByLine(goldOf(later), shown(later)).keys()]).toEqual([2, 4]);
    const cut: Task = { ...task, goldSql: ["SELECT name\nFROM river"] };
    expect(shown(cut).map(({ range }) => range === null)).toEqual([false, true, true]);
  });

  test("are one dot beside a line, as that of them that asks most for work", () => {
    const dots = mutantDots(mutantsByLine(goldOf(task), shown()));
    expect(dots.map(({ line, kind }) => [line, kind])).toEqual([
      [1, "killed"],
      [3, "unexplained"],
    ]);
    expect(dots[1]?.message).toBe("2 mutants: 1 unexplained, 1 equivalent. Press to see the next.");
  });

  test("are drawn in place while they are in focus", () => {
    const [, open] = shown();
    const at = gold.indexOf(">");
    expect(mutantMarks(goldOf(task), open as ShownMutant)).toEqual([
      { from: at, to: at + 1, kind: "replaced", by: ">=", message: "Mutant: >= instead of >" },
    ]);
    expect(mutantMarks(goldOf(task), null)).toEqual([]);
  });

  test("are stepped through in a ring, also from one that is not listed any more", () => {
    const all = shown();
    const listed = all.filter(({ outcome }) => outcome !== "killed");
    const step = (from: number | null, by: 1 | -1) =>
      steppedMutant(all, listed, from === null ? null : (all[from]?.key ?? null), by)?.original;
    expect([step(null, 1), step(0, 1), step(1, 1), step(2, 1)]).toEqual([">", ">", "100", ">"]);
    expect([step(null, -1), step(1, -1), step(2, -1)]).toEqual(["100", "100", ">"]);
    expect(steppedMutant(all, [], null, 1)).toBeNull();
  });
});
