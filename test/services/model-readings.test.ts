import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ModelReadingsEvent } from "../../shared/contract/task-runs.ts";
import type { ModelEndpoint } from "../../shared/domain/model-endpoint.ts";
import type { Reading } from "../../shared/domain/reading.ts";
import {
  garbage,
  type Play,
  saysJson,
  slow,
  startModelEndpoint,
  status,
} from "../dialogues/model-endpoint.ts";
import { taskRow } from "../support/task-row.ts";
import { testTasks } from "../support/test-tasks.ts";

const anna = { actor: "anna" };
const long = { timeout: 120_000 };
const key = "sk-very-secret-0123456789";
const variable = "QUERENT_TEST_READINGS_KEY";

/** A task about count(name) with a stored reading count(*), and a model that can be asked for others. */
async function harbour(usual: Play) {
  process.env[variable] = key;
  onTestFinished(() => {
    delete process.env[variable];
  });
  const endpoint = await startModelEndpoint(usual);
  onTestFinished(() => endpoint.stop());
  const test = await testTasks();
  test.file("harbour.sql", [
    "CREATE TABLE ship (id integer PRIMARY KEY, name text);",
    "CREATE TABLE crane (id integer PRIMARY KEY);",
    "INSERT INTO ship VALUES (1, 'Astrid'), (2, 'Brage'), (3, NULL), (4, 'Astrid');",
  ]);
  const { services, folder } = test;
  const { project } = await test.importFile(test.file("tasks.jsonl", [taskRow("harbour_1")]), {
    databasesDir: folder,
  });
  const player: ModelEndpoint = {
    ...{ name: "The player", url: endpoint.url, model: "player-1", keyVariable: variable },
    abilities: { tools: true, schemas: true, temperature: true, seed: true },
    ...{ prices: { input: 1, output: 4 }, costLimit: 5, tokenLimit: null },
  };
  const limit = (changed: Partial<ModelEndpoint>) =>
    services.settings.setOfPerson({ "models.endpoints": [{ ...player, ...changed }] }, anna);
  await limit({});
  const all = { projectId: project.id, filter: {}, sort: { by: "file", descending: false } } as const;
  const [taskId = 0] = await services.tasks.ids(all);
  const store = async (readings: Reading[]) => {
    const { revision, task } = await services.tasks.task({ taskId });
    const ambiguities = task.ambiguities.map((ambiguity) => ({ ...ambiguity, readings }));
    const saved = { baseRevision: revision.revision, saveId: randomUUID(), task: { ...task, ambiguities } };
    await services.tasks.save({ taskId, ...saved }, anna);
  };
  const ask = async (name = player.name, signal?: AbortSignal) => {
    const events: ModelReadingsEvent[] = [];
    const input = { taskId, ambiguity: 0, profile: "conv" as const, endpoint: name };
    for await (const event of services.taskRuns.modelReadings(input, { ...anna, ...(signal && { signal }) }))
      events.push(event);
    const end = events.at(-1);
    if (end?.type !== "done") throw new Error("it has no end");
    return { ...end, events };
  };
  const calls = async () => {
    const { text } = await services.taskRuns.modelReadingCalls({ projectId: project.id });
    return text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  };
  return { ...test, endpoint, taskId, store, ask, limit, calls };
}

const reading = (sql: string, meaning = "another count") => ({ sql, meaning });

describe("a language model that is asked for readings", () => {
  it(
    "gives those that are SQL and new; what is the gold's, listed, a double, broken or commented is refused with its reason",
    long,
    async () => {
      const readings = [
        reading(" count(DISTINCT lower(name)) ", "each name once, in any case"),
        reading("COUNT( ship.name )", "the ships that have a name, with their table"),
        reading("COUNT( name )"),
        reading("count( id )"),
        reading("count(distinct LOWER(name))"),
        reading("count(DISTINCT name)"),
        reading("sum(DISTINCT name"),
        reading("max(id) -- the last"),
        reading("max(id)", " "),
      ];
      const { ask, store, endpoint, taskId, services, folder } = await harbour(saysJson({ readings }));
      await store([
        { ...reading("count(id)"), source: "person", operator: null, status: "rejected", reason: "No." },
      ]);
      const { events, ...done } = await ask();
      expect(done.problem).toBeNull();
      const made = { source: "model", operator: "player-1", status: "proposed", reason: null };
      expect(done.readings).toEqual([
        { ...reading("count(DISTINCT lower(name))", "each name once, in any case"), ...made },
        { ...reading("COUNT( ship.name )", "the ships that have a name, with their table"), ...made },
      ]);
      const listed = "It is listed or proposed already.";
      expect(Object.fromEntries(done.refused.map(({ sql, reason }) => [sql, reason]))).toEqual({
        "COUNT( name )": "It is the gold's own reading.",
        "count( id )": listed,
        "count(distinct LOWER(name))": listed,
        // The snippet proposes that one by itself.
        "count(DISTINCT name)": listed,
        "sum(DISTINCT name": expect.stringMatching(/^With it the gold is no SQL: .*syntax error/),
        "max(id) -- the last": "It has a comment.",
        "max(id)": "It has no SQL or no meaning.",
      });
      expect(events).toContainEqual({ type: "asking", note: null });
      const [{ headers, body } = { headers: {}, body: null }] = endpoint.received;
      expect(headers.authorization).toBe(`Bearer ${key}`);
      const [system] = body.messages;
      for (const part of [
        "How many ships are there?",
        "CREATE TABLE ship (",
        "count(name)",
        "another count: count(id)",
      ])
        expect(system.content).toContain(part);
      expect(system.content).not.toContain("crane");
      // What it gave is stored as any other reading is, and runs beside the gold.
      await store(done.readings);
      const outcomes: unknown[] = [];
      const run = services.taskRuns.readings({ taskId, ambiguity: 0, profile: "conv" }, anna);
      for await (const event of run)
        if (event.type === "result" && event.result.reading.source === "model")
          outcomes.push(event.result.outcome);
      expect(outcomes).toEqual(["differs", "same"]);
      for (const file of readdirSync(folder))
        expect(readFileSync(path.join(folder, file)).includes(key)).toBe(false);
      expect(JSON.stringify([events, services.published])).not.toContain(key);
    },
  );

  it("says in words why it gave none, and stores nothing", long, async () => {
    const { ask, endpoint, services, taskId } = await harbour(status(401, `Bad key ${key}`));
    expect((await ask()).problem).toMatch(/^The model player-1 at .* gave no answer: .*401: Bad key \[key\]/);
    endpoint.usual = garbage;
    endpoint.next(status(429, "slow down", { "retry-after": "0.1" }), saysJson({ readings: [] }));
    const waited = await ask();
    expect(waited).toMatchObject({ readings: [], refused: [], problem: null, isRecorded: false });
    expect(waited.events).toContainEqual({ type: "asking", note: expect.stringMatching(/^waiting 0.1 s/) });
    await expect(ask("Nobody")).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await services.tasks.task({ taskId })).task.ambiguities[0]?.readings).toEqual([]);
  });

  it(
    "has its calls recorded with the project: asked again it costs nothing, and its limit holds for all of them",
    long,
    async () => {
      const proposed = reading("count(DISTINCT lower(name))", "each name once");
      const { ask, store, endpoint, limit, calls, folder } = await harbour(
        saysJson({ readings: [proposed] }),
      );
      const first = await ask();
      // 100 tokens in for 1 USD a million, 20 out for 4.
      expect(first).toMatchObject({ isRecorded: false, spent: { tokens: 120, usd: 0.00018 } });
      expect(await ask()).toMatchObject({ ...first, isRecorded: true, events: expect.anything() });
      expect(endpoint.received).toHaveLength(1);
      const lines = await calls();
      expect(lines).toMatchObject([
        { event: "recording" },
        { event: "begun", call: 1, request: expect.stringMatching(/^[0-9a-f]{64}$/) },
        { event: "answered", call: 1, spent: first.spent && { tokens: { input: 100, output: 20 } } },
      ]);
      // The request is another one when the reading is listed.
      await store(first.readings);
      const { input, output } = lines[1].most.tokens;
      await limit({ tokenLimit: 120 + input + output - 1 });
      expect((await ask()).problem).toMatch(
        /120 tokens are spent, and the next call could exceed the limit of \d+\. The limit holds for all readings/,
      );
      expect(endpoint.received).toHaveLength(1);
      await limit({ tokenLimit: 100_000 });
      const two = await Promise.all([ask(), ask()]);
      expect(two.map(({ isRecorded }) => isRecorded)).toEqual([false, true]);
      expect(endpoint.received).toHaveLength(2);
      for (const file of readdirSync(folder))
        expect(readFileSync(path.join(folder, file)).includes(key)).toBe(false);
      expect(JSON.stringify(await calls())).not.toContain(key);
    },
  );

  it("is left alone where the person cancels", long, async () => {
    const { ask, endpoint } = await harbour(slow);
    const end = new AbortController();
    endpoint.next(() => end.abort(new Error("enough")));
    await expect(ask("The player", end.signal)).rejects.toThrow("enough");
  });
});
