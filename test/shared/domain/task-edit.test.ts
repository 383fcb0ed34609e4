import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Ambiguity, ambiguityKinds, inKindOrder } from "#shared/domain/ambiguity.ts";
import { noClarification } from "#shared/domain/reading.ts";
import { Task } from "#shared/domain/task.ts";
import { applyEdit, editBetween, maskStep, type TaskStep } from "#shared/domain/task-edit.ts";
import { mergeTasks, takeTheirs } from "#shared/domain/task-merge.ts";
import { harbourTask } from "../../tasks/harbour-loads-task.ts";

const word = fc.constantFrom("busy", "berth", "crane", "tide", "", "水");
const ambiguity: fc.Arbitrary<Ambiguity> = fc
  .record({
    kind: fc.constantFrom(...ambiguityKinds),
    term: word,
    sqlSnippet: word,
    type: word,
    isMask: fc.constantFrom(true, false, null),
  })
  .map(({ kind, ...shared }): Ambiguity => {
    const own = { ...shared, origin: null, ...noClarification };
    if (kind === "knowledge") return { kind, ...own, deletedKnowledge: 1 };
    return kind === "environmental" ? { kind, ...own, column: null } : { kind, ...own };
  });
const place = fc.nat(4);
const phase = fc.constantFrom(1 as const, 2 as const);
const fields = fc.oneof(
  word.map((ambiguousQuestion) => ({ ambiguousQuestion })),
  word.map((clearQuestion) => ({ clearQuestion })),
  fc.array(word, { maxLength: 2 }).map((goldSql) => ({ goldSql })),
  fc.uniqueArray(fc.nat(5), { maxLength: 3 }).map((knowledgeIds) => ({ knowledgeIds })),
  fc.constantFrom("Query", "Management", null).map((category) => ({ category })),
);
const step: fc.Arbitrary<TaskStep> = fc.oneof(
  fields.map((given) => ({ kind: "set-fields" as const, fields: given })),
  fc.constant({ kind: "set-follow-up" as const, followUp: null }),
  word.map((question) => ({ kind: "set-follow-up-fields" as const, fields: { question } })),
  fc.record({ kind: fc.constant("add-ambiguity" as const), index: place, ambiguity }),
  fc.record({ kind: fc.constant("change-ambiguity" as const), index: place, ambiguity }),
  fc.record({ kind: fc.constant("remove-ambiguity" as const), index: place }),
  fc.record({ kind: fc.constant("move-ambiguity" as const), from: place, to: place }),
  fc.record({ kind: fc.constant("add-test" as const), phase, index: place, test: word }),
  fc.record({ kind: fc.constant("change-test" as const), phase, index: place, test: word }),
  fc.record({ kind: fc.constant("remove-test" as const), phase, index: place }),
  fc.record({ kind: fc.constant("move-test" as const), phase, from: place, to: place }),
);
/** Steps that fit one after the other; those that do not are passed over. */
const edited = (steps: readonly TaskStep[], base: Task = harbourTask): Task =>
  steps.reduce((task, one) => applyEdit(task, [one]) ?? task, base);
const steps = fc.array(step, { maxLength: 6 });

describe("I2 and I7: edits", () => {
  it("I7: an edit gives a task whose every step fits, or nothing, and the task before stays as it was", () => {
    fc.assert(
      fc.property(steps, steps, (before, given) => {
        const task = edited(before);
        const copy = structuredClone(task);
        const done = applyEdit(task, given);
        expect(task).toEqual(copy);
        const single = given.reduce<Task | null>((one, next) => one && applyEdit(one, [next]), task);
        expect(done).toEqual(single);
        if (done !== null) expect(Task.safeParse(done).success).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("I7: a step that does not fit changes nothing", () => {
    expect(applyEdit(harbourTask, [{ kind: "remove-ambiguity", index: 9 }])).toBeNull();
    expect(applyEdit(harbourTask, [{ kind: "change-test", phase: 1, index: 0, test: "" }])).toBeNull();
    const dropped = edited([{ kind: "set-follow-up", followUp: null }]);
    expect(applyEdit(dropped, [{ kind: "add-test", phase: 2, index: 0, test: "" }])).toBeNull();
  });

  it("I2: ambiguities stay in the order of their kinds, wherever they are put", () => {
    fc.assert(
      fc.property(steps, (given) => {
        const { ambiguities } = edited(given);
        expect(ambiguities).toEqual(inKindOrder(ambiguities));
      }),
    );
  });

  it("I2: a hidden node is a knowledge ambiguity behind the others", () => {
    const hide = maskStep(harbourTask, { node: 7, name: "Tide Window", sqlSnippet: "cli > 3" });
    const added = applyEdit(harbourTask, [hide])?.ambiguities.at(-1);
    expect(added).toMatchObject({
      kind: "knowledge",
      deletedKnowledge: 7,
      term: "Tide Window",
      isMask: true,
    });
  });
});

describe("I3 to I5: merging two edits of one revision", () => {
  it("I3: what only one side edited is as that side has it", () => {
    fc.assert(
      fc.property(steps, (given) => {
        const changed = edited(given);
        expect(mergeTasks(harbourTask, changed, harbourTask)).toEqual({ task: changed, conflicts: [] });
        expect(mergeTasks(harbourTask, harbourTask, changed)).toEqual({ task: changed, conflicts: [] });
        expect(mergeTasks(harbourTask, changed, changed)).toEqual({ task: changed, conflicts: [] });
      }),
    );
  });

  it("I3: edits of different parts merge, whoever saved first", () => {
    const mine = edited([
      { kind: "set-fields", fields: { ambiguousQuestion: "List crowded berths.", knowledgeIds: [2, 5] } },
      { kind: "add-test", phase: 2, index: 0, test: "def test_case(): pass" },
    ]);
    const theirs = edited([
      { kind: "set-fields", fields: { difficultyTier: "Hard", knowledgeIds: [] } },
      { kind: "set-follow-up-fields", fields: { question: "How many?" } },
    ]);
    const merged = mergeTasks(harbourTask, mine, theirs);
    expect(merged.conflicts).toEqual([]);
    expect(merged.task).toMatchObject({
      ...{ ambiguousQuestion: "List crowded berths.", difficultyTier: "Hard", knowledgeIds: [5] },
      followUp: { question: "How many?", tests: ["def test_case(): pass"] },
    });
    expect(mergeTasks(harbourTask, theirs, mine)).toEqual(merged);
  });

  it("I3: two fields of one ambiguity merge", () => {
    const [first] = harbourTask.ambiguities as [Ambiguity];
    const mine = edited([{ kind: "change-ambiguity", index: 0, ambiguity: { ...first, term: "berths" } }]);
    const theirs = edited([{ kind: "change-ambiguity", index: 0, ambiguity: { ...first, isMask: false } }]);
    const { task, conflicts } = mergeTasks(harbourTask, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(task.ambiguities[0]).toEqual({ ...first, term: "berths", isMask: false });
  });

  it("I4: one field in two ways is a conflict, in which either can be had", () => {
    const [first] = harbourTask.ambiguities as [Ambiguity];
    const mine = edited([{ kind: "change-ambiguity", index: 0, ambiguity: { ...first, term: "berths" } }]);
    const theirs = edited([{ kind: "change-ambiguity", index: 0, ambiguity: { ...first, term: "busy" } }]);
    const { task, conflicts } = mergeTasks(harbourTask, mine, theirs);
    expect(task).toEqual(mine);
    expect(conflicts).toEqual([
      { path: ["ambiguities", 0, "term"], base: "busy berths", mine: "berths", theirs: "busy" },
    ]);
    expect(takeTheirs(task, conflicts[0] as (typeof conflicts)[number])).toEqual(theirs);
  });

  it("I4: what one removed while the other changed it stays, as a conflict", () => {
    const [first] = harbourTask.ambiguities as [Ambiguity];
    const mine = edited([{ kind: "change-ambiguity", index: 0, ambiguity: { ...first, isMask: false } }]);
    const theirs = edited([{ kind: "remove-ambiguity", index: 0 }]);
    const { task, conflicts } = mergeTasks(harbourTask, mine, theirs);
    expect(task).toEqual(mine);
    expect(conflicts).toMatchObject([{ path: ["ambiguities", 0], theirs: undefined }]);
    expect(takeTheirs(task, conflicts[0] as (typeof conflicts)[number])).toEqual(theirs);
  });

  it("I5: ambiguities that both added are both there; the same one once", () => {
    const add = (term: string): TaskStep => ({
      kind: "add-ambiguity",
      index: 1,
      ambiguity: {
        kind: "critical",
        term,
        sqlSnippet: "berth",
        type: "lexical_ambiguity",
        isMask: true,
        origin: null,
        ...noClarification,
      },
    });
    const { task, conflicts } = mergeTasks(
      harbourTask,
      edited([add("one"), add("both")]),
      edited([add("both"), add("two")]),
    );
    expect(conflicts).toEqual([]);
    expect(task.ambiguities.map(({ term }) => term)).toEqual([
      ...["busy berths", "both", "one", "two", "highest first", "Crane Load Index"],
    ]);
  });

  it("I4: whatever both did, the sides agree on what conflicts, every conflict can be settled either way, and kinds stay in order", () => {
    fc.assert(
      fc.property(steps, steps, (a, b) => {
        const [mine, theirs] = [edited(a), edited(b)];
        const merged = mergeTasks(harbourTask, mine, theirs);
        const turned = mergeTasks(harbourTask, theirs, mine);
        expect(turned.conflicts.length).toBe(merged.conflicts.length);
        expect(merged.task.ambiguities).toEqual(inKindOrder(merged.task.ambiguities));
        // From the back, so that a removal moves nothing that is still to be settled.
        const settled = merged.conflicts.reduceRight(takeTheirs, merged.task);
        for (const { path, theirs: wanted } of merged.conflicts) {
          const [field, ...rest] = path;
          if (rest.length === 0) expect(settled[field as keyof Task]).toEqual(wanted);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("I6: the edit between two tasks", () => {
  it("I6: makes the one of the other, and is nothing between equal ones", () => {
    fc.assert(
      fc.property(steps, steps, (some, others) => {
        const [task, wanted] = [edited(some), edited(others)];
        const done = applyEdit(task, editBetween(task, wanted));
        expect(done).toEqual(wanted);
        expect(editBetween(task, structuredClone(task))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("I6: touches only what differs", () => {
    const wanted = { ...harbourTask, clearQuestion: "Which berths?" };
    expect(editBetween(harbourTask, wanted)).toEqual([
      { kind: "set-fields", fields: { clearQuestion: "Which berths?" } },
    ]);
  });
});
