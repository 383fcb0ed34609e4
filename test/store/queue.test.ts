import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { saveEvaluation } from "../../electron/store/evaluations.ts";
import { queueCounts, queueIds, queueRows } from "../../electron/store/queue.ts";
import { putVerdict } from "../../electron/store/verdicts.ts";
import type { QueueFilter } from "../../shared/contract/queue.ts";
import { differenceKinds } from "../../shared/domain/difference.ts";
import type { Evaluation } from "../../shared/domain/evaluation.ts";
import { exKinds } from "../../shared/domain/ex.ts";
import { RunStatus } from "../../shared/domain/result.ts";
import { emptyJudgement, type Judgement } from "../../shared/domain/verdict.ts";
import { roseForm } from "../../shared/domain/verdict-form.ts";
import { prediction, testWorkspace } from "../support/test-workspace.ts";

const diagnoses = roseForm.diagnoses.map(({ id }) => id);

interface Entry {
  fields: ReturnType<typeof prediction> & { system?: string | undefined; evidence: string };
  judgement: Judgement | null;
  evaluation: Evaluation | null;
}

const words = fc.constantFrom("", "Ship", "50% off_", "tonnage", "a\\b", "it's", "Où");
const side = (status: Evaluation["gold"]["status"]): Evaluation["gold"] => ({
  status,
  columns: [],
  rowCount: 0,
  truncated: false,
  elapsedMs: 0,
  error: null,
});
const flag = fc.constantFrom(true, false, null);
const status = fc.constantFrom(...RunStatus.options);

const entry: fc.Arbitrary<Entry> = fc.record({
  fields: fc
    .record({
      db_id: fc.constantFrom("harbour", "garden"),
      system: fc.constantFrom("s1", "s2", undefined),
      evidence: words,
      question: words.map((word) => `how ${word}`),
      predicted_sql: words.map((word) => `SELECT '${word}'`),
    })
    .map((fields) => ({ ...prediction(0), ...fields })),
  judgement: fc.option(
    fc.record({
      label: fc.constantFrom("yes", "no", "partly", null),
      diagnoses: fc.subarray([...diagnoses]),
      note: words,
      skipped: fc.boolean(),
      flagged: fc.boolean(),
      rubric: fc.constant({}),
      correctedSql: fc.constant(""),
    }),
  ),
  evaluation: fc.option(
    fc.record({
      predicted: status.map(side),
      gold: status.map(side),
      ex: fc.record({ set: flag, multiset: flag, ordered: flag, first200: flag }),
      difference: fc.constantFrom(...differenceKinds).map((kind) => ({ kind, detail: {} })),
    }),
  ),
});

/** Entries of items that are not the same, since those would be one. */
const sampled = (numRuns: number, seed: number): Entry[] =>
  fc
    .sample(entry, { numRuns, seed })
    .map((one, n) => ({ ...one, fields: { ...one.fields, question_id: n } }));

const filter: fc.Arbitrary<QueueFilter> = fc.record(
  {
    text: fc.oneof(words, fc.constantFrom("SHIP", "%", "_", "\\", "zeppelin", "how")),
    dbId: fc.constantFrom("harbour", "garden", "none"),
    system: fc.constantFrom("s1", "s2"),
    label: fc.constantFrom("yes", "no", "partly", "unlabelled", "skipped", "flagged"),
    diagnosis: fc.constantFrom(...diagnoses),
    ex: fc.record({ kind: fc.constantFrom(...exKinds), equal: fc.boolean() }),
    difference: fc.constantFrom(...differenceKinds),
    status,
  },
  { requiredKeys: [] },
);

/** The filter as its contract words it, item by item. */
function passes({ fields, judgement, evaluation }: Entry, wanted: QueueFilter): boolean {
  const text = wanted.text?.toLowerCase() ?? "";
  const texts = [
    fields.question,
    fields.predicted_sql,
    fields.gold_sql,
    fields.db_id,
    fields.evidence,
    String(fields.question_id),
    judgement?.note ?? "",
  ];
  const states: Record<string, boolean> = {
    unlabelled: !judgement?.label,
    skipped: judgement?.skipped === true,
    flagged: judgement?.flagged === true,
  };
  return (
    texts.some((candidate) => candidate.toLowerCase().includes(text)) &&
    (wanted.dbId === undefined || fields.db_id === wanted.dbId) &&
    (wanted.system === undefined || fields.system === wanted.system) &&
    (wanted.label === undefined || (states[wanted.label] ?? judgement?.label === wanted.label)) &&
    (wanted.diagnosis === undefined || judgement?.diagnoses.includes(wanted.diagnosis) === true) &&
    (wanted.ex === undefined || evaluation?.ex[wanted.ex.kind] === wanted.ex.equal) &&
    (wanted.difference === undefined || evaluation?.difference.kind === wanted.difference) &&
    (wanted.status === undefined ||
      evaluation?.predicted.status === wanted.status ||
      evaluation?.gold.status === wanted.status)
  );
}

async function filled(entries: readonly Entry[]) {
  const { workspace, projectId, itemIds } = await testWorkspace(entries.map(({ fields }) => fields));
  await workspace.write(async (db) => {
    for (const [index, { judgement, evaluation }] of entries.entries()) {
      const itemId = itemIds[index] ?? 0;
      if (evaluation) await saveEvaluation(db, projectId, itemId, evaluation, "");
      // Somebody else's verdicts, which must not show in the reviewer's queue.
      const theirs = {
        ...emptyJudgement,
        label: "no",
        diagnoses,
        note: "zeppelin",
        skipped: true,
        flagged: true,
      };
      const row = { itemId, revision: 1, savedAt: "" };
      await putVerdict(db, projectId, { ...theirs, ...row, reviewer: "bert" });
      if (judgement) await putVerdict(db, projectId, { ...judgement, ...row, reviewer: "anna" });
    }
  });
  return { workspace, projectId, itemIds };
}

describe("the queue", () => {
  it("holds just the items that pass the filter, in project order", async () => {
    const entries = sampled(150, 7);
    const { workspace, projectId, itemIds } = await filled(entries);
    await fc.assert(
      fc.asyncProperty(filter, async (wanted) => {
        const ids = await workspace.read((db) => queueIds(db, projectId, "anna", wanted));
        expect(ids).toEqual(itemIds.filter((_, index) => passes(entries[index] as Entry, wanted)));
      }),
      { numRuns: 400 },
    );
  });

  it("counts what its lines show", async () => {
    const entries = sampled(80, 8);
    const { workspace, projectId, itemIds } = await filled(entries);
    const rows = await workspace.read((db) => queueRows(db, projectId, "anna", itemIds));
    const number = (fits: (row: (typeof rows)[number]) => boolean) => rows.filter(fits).length;
    expect(await workspace.read((db) => queueCounts(db, projectId, "anna"))).toEqual({
      total: 80,
      labelled: number(({ label }) => label !== null),
      byLabel: Object.fromEntries(
        ["yes", "no", "partly"].map((wanted) => [wanted, number(({ label }) => label === wanted)]),
      ),
      skipped: number(({ skipped }) => skipped),
      flagged: number(({ flagged }) => flagged),
      evaluated: number(({ ex }) => ex !== null),
      exDiffers: number(({ ex }) => ex?.set === false),
    });
    for (const [index, row] of rows.entries()) {
      const { evaluation, judgement } = entries[index] as Entry;
      expect(row).toMatchObject({
        index,
        label: judgement?.label ?? null,
        ex: evaluation?.ex ?? null,
        difference: evaluation?.difference.kind ?? null,
      });
    }
  });

  it("answers lines in the order asked, and none for an item of another project or of none", async () => {
    const { workspace, projectId, itemIds } = await testWorkspace([0, 1, 2].map((n) => prediction(n)));
    const [first = 0, second = 0, third = 0] = itemIds;
    const asked = [third, 999, first, second];
    const rows = await workspace.read((db) => queueRows(db, projectId, "anna", asked));
    expect(rows.map(({ itemId }) => itemId)).toEqual([third, first, second]);
    expect(await workspace.read((db) => queueRows(db, projectId + 1, "anna", asked))).toEqual([]);
  });

  it("takes a hostile search text for nothing but text", async () => {
    const { workspace, projectId } = await testWorkspace([prediction(0)]);
    const text = `'; DROP TABLE item; -- ${randomUUID()}`;
    expect(await workspace.read((db) => queueIds(db, projectId, "anna", { text }))).toEqual([]);
    expect(await workspace.read((db) => queueIds(db, projectId, "anna", {}))).toHaveLength(1);
  });
});
