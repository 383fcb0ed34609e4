import { expect, it } from "vitest";
import type { Ambiguity } from "#shared/domain/ambiguity.ts";
import { noClarification, type Reading } from "#shared/domain/reading.ts";
import { boatTask, checkBench, managementTask, queryTask } from "./fixture.ts";

const bench = checkBench();

const asked = (sqlSnippet: string, rest: Partial<Ambiguity> = {}): Ambiguity =>
  ({
    ...{ kind: "critical", term: "boats", sqlSnippet, isMask: false, type: "intent_ambiguity", origin: null },
    ...noClarification,
    ...rest,
  }) as Ambiguity;
const reading = (sql: string, rest: Partial<Reading> = {}): Reading => ({
  ...{ sql, source: "person", operator: null, meaning: "something else", status: "kept", reason: null },
  ...rest,
});
const ofReadings = (rules: readonly string[]) => rules.filter((rule) => rule.includes("reading"));

it("Q5: nothing is reported where one reading gives other rows", async () => {
  const task = {
    ...boatTask,
    ambiguities: [asked("length_m > 10"), asked("ORDER BY length_m DESC NULLS LAST, name")],
  };
  expect(ofReadings(await bench.rules(task))).toEqual([]);
});

it("readings-give-gold-result: the data does not tell the readings from the gold's", async () => {
  const task = queryTask("SELECT DISTINCT id FROM boat", { ambiguities: [asked("SELECT DISTINCT")] });
  const found = (await bench.check(task)).find(({ rule }) => rule === "readings-give-gold-result");
  expect(found).toMatchObject({
    where: { kind: "gold", statement: 0, range: { from: 0, to: 15 } },
    evidence: { kind: "sql", sql: "SELECT ALL" },
  });
  const kept = { readings: [reading("SELECT 2 *")] };
  expect(ofReadings(await bench.rules({ ...task, ambiguities: [asked("SELECT DISTINCT", kept)] }))).toEqual(
    [],
  );
});

it("ambiguity-without-readings: none is known that runs, a rejected one does not count", async () => {
  const rejected = reading("trip", { status: "rejected", reason: "nobody means trips" });
  const broken = reading("no_such_table");
  const task = queryTask("SELECT count(*) FROM boat", {
    ambiguities: [asked("boat", { readings: [rejected, broken] })],
  });
  expect(ofReadings(await bench.rules(task))).toEqual(["ambiguity-without-readings"]);
});

it("Q5: a change is compared by the state that it leaves, a view by what it lists", async () => {
  const same = { readings: [reading("id >= 6")], type: "none" };
  const change = managementTask("DELETE FROM boat WHERE id > 5", { ambiguities: [asked("id > 5", same)] });
  expect(ofReadings(await bench.rules(change))).toEqual([]);
  const view = managementTask("CREATE VIEW big AS SELECT DISTINCT id FROM boat", {
    ambiguities: [asked("DISTINCT")],
  });
  expect(ofReadings(await bench.rules(view))).toEqual(["readings-give-gold-result"]);
});
