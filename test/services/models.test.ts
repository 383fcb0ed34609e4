import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createRouterClient } from "@orpc/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { logTo } from "../../electron/hosts/log-file.ts";
import { createRouter, type Services } from "../../electron/router.ts";
import { createModelKeys } from "../../electron/services/model-keys.ts";
import { createModelsService } from "../../electron/services/models.ts";
import type { RunPlan } from "../../shared/contract/dialogues.ts";
import type { ModelEndpoint } from "../../shared/domain/model-endpoint.ts";
import { readDialogues } from "../../shared/formats/dialogue-file.ts";
import {
  calls,
  hangsUp,
  type Play,
  saysJson,
  startModelEndpoint,
  status,
} from "../dialogues/model-endpoint.ts";
import { plainSql } from "../support/plain-sql.ts";
import { taskRow } from "../support/task-row.ts";
import { type TestTasks, testTasks } from "../support/test-tasks.ts";

const anna = { actor: "anna" };
const long = { timeout: 120_000 };
const key = "sk-very-secret-0123456789";
const variable = "QUERENT_TEST_MODELS_KEY";

/** Plays both sides well: the system asks, then counts what the answer says; the user decides and words. */
const playsWell: Play = (request, response) => {
  const { messages, tools, response_format: format } = request.body;
  const play = (): Play => {
    if (tools === undefined) {
      const decisions = [{ action: "AMB", number: 1, reason: "none" }];
      const answer = "Count only the ships that have a name.";
      return saysJson(format.json_schema.name === "decisions" ? { decisions } : { answer });
    }
    const text = JSON.stringify(messages);
    if (text.includes("follow-up question:")) return calls("submit", { sql: ["SELECT count(*) FROM ship"] });
    if (text.includes("have a name.")) return calls("submit", { sql: ["SELECT count(name) FROM ship"] });
    return calls("ask", { question: "Which ships do you mean?" });
  };
  play()(request, response);
};

async function harbour(endpoint: { url: string }) {
  process.env[variable] = key;
  onTestFinished(() => {
    delete process.env[variable];
  });
  const test = await testTasks();
  test.file("harbour.sql", [
    "CREATE TABLE ship (id integer PRIMARY KEY, name text);",
    "INSERT INTO ship VALUES (1, 'Astrid'), (2, 'Brage'), (3, NULL), (4, 'Astrid');",
  ]);
  const { project } = await test.importFile(test.file("tasks.jsonl", [taskRow("harbour_1")]), {
    databasesDir: test.folder,
  });
  const { services } = test;
  const player: ModelEndpoint = {
    ...{ name: "The player", url: endpoint.url, model: "player", keyVariable: variable },
    abilities: { tools: true, schemas: true, temperature: true, seed: true },
    ...{ prices: { input: 1, output: 4 }, costLimit: 5, tokenLimit: null },
  };
  const user: ModelEndpoint = { ...player, name: "The user", model: "user" };
  await services.settings.setOfPerson({ "models.endpoints": [player, user] }, anna);
  const plan: RunPlan = {
    settings: { protocol: "c", profile: "conv", behaviour: "fixed", patience: 3 },
    ...{ sweep: [], graft: null, systems: [], trials: 1, seed: 0 },
    ...{ modelSystems: [player], modelSimulator: user, personAsUser: false },
  };
  const input = { ...plan, projectId: project.id, taskIds: null };
  const ended = () =>
    services.change(
      ({ type, ...change }) => type === "job" && "job" in change && change.job.state !== "running",
    );
  return { ...test, input, player, user, ended };
}

describe("language models of a person", () => {
  it("are asked one word: the answer, or what is wrong and what to do about it", async () => {
    const endpoint = await startModelEndpoint(saysJson({ word: "Harbour" }));
    const { services, player } = await harbour(endpoint);
    expect(await services.models.askOneWord(player, anna)).toMatchObject({
      ...{ answer: "Harbour", problem: null, model: "played-1", missing: null },
    });
    expect(endpoint.received[0]?.headers.authorization).toBe(`Bearer ${key}`);
    const problemOf = async (play: Play) => {
      endpoint.next(play);
      return (await services.models.askOneWord(player, anna)).problem;
    };
    expect(await problemOf(status(401, `Incorrect API key provided: ${key}`))).toMatch(
      /status 401: Incorrect API key provided: \[key\]\. Check the key/,
    );
    expect(await problemOf(hangsUp)).toContain("Check the address");
    expect(await problemOf(status(404, "no such model"))).toContain("a model called player");
    await endpoint.stop();
    expect((await services.models.askOneWord(player, anna)).problem).toContain("could not be reached");
  });

  it("have their key in the key store, or else in a variable that is Querent's own", async () => {
    const endpoint = await startModelEndpoint();
    const { services, player } = await harbour(endpoint);
    const { canKeep, keys } = await services.models.keys(undefined, anna);
    expect(canKeep).toBe(false);
    expect(keys[0]).toEqual({ url: endpoint.url, keyVariable: variable, foundIn: "variable" });
    await expect(services.models.setKey({ url: endpoint.url, key })).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: expect.stringContaining("environment variable"),
    });
    const stored = new Map<string, string>();
    const store = {
      read: async (name: string) => stored.get(name) ?? null,
      write: async (name: string, secret: string | null) =>
        void (secret === null ? stored.delete(name) : stored.set(name, secret)),
    };
    const withStore = createModelKeys(store, process.env);
    await withStore.keep(endpoint.url, "from the store");
    expect(await withStore.find(player)).toEqual({ foundIn: "store", key: "from the store" });
    expect(await withStore.find({ ...player, url: "http://elsewhere/v1", keyVariable: null })).toBeNull();
    await withStore.keep(endpoint.url, null);
    expect(await withStore.find(player)).toEqual({ foundIn: "variable", key });
    const credentials = { ...player, url: `https://user:${key}@host/v1` };
    await expect(services.settings.setOfPerson({ "models.endpoints": [credentials] }, anna)).rejects.toThrow(
      "Take the key out of it",
    );
  });
});

/** The log of a host in which keeping the key and reading the calls of a run fail unexpectedly. */
async function logOfFailures(
  { services, workspace, folder }: Pick<TestTasks, "services" | "workspace" | "folder">,
  { runId, url }: { runId: number; url: string },
): Promise<string> {
  const log = path.join(folder, "querent.log");
  // A key store whose file cannot be written: its folder is none.
  const store = {
    read: async () => null,
    write: async (_: string, secret: string | null) =>
      writeFileSync(path.join(workspace.path, "secrets.json"), secret ?? ""),
  };
  const models = createModelsService({ workspace, modelKeys: createModelKeys(store, process.env) });
  let errors = 0;
  const router = createRouter({
    services: { ...services, models } as unknown as Services,
    log: logTo(log),
    newErrorId: () => `e${++errors}`,
  });
  const client = createRouterClient(router, { context: anna });
  await expect(client.models.setKey({ url, key })).rejects.toThrow("error e1");
  // A workspace that was damaged: the log quotes what the endpoint has said.
  await workspace.write((db) =>
    db.run(
      plainSql("UPDATE model_exchange SET line = line ->> '$.message' WHERE line ->> '$.message' <> ''"),
    ),
  );
  const recording = { runId, dialogueId: null, format: "recording" as const };
  await expect(client.dialogues.exportToText(recording)).rejects.toThrow("error e2");
  const logged = readFileSync(log, "utf8");
  expect(logged).toMatch(/error e1 in models\.setKey[\s\S]*error e2 in dialogues\.exportToText/);
  return logged;
}

describe("a run with language models", () => {
  it("plays both sides, keeps every call, and the key nowhere: not in the log either", long, async () => {
    const endpoint = await startModelEndpoint(playsWell);
    const { services, workspace, folder, input, ended } = await harbour(endpoint);
    const estimate = await services.dialogues.estimate(input, anna);
    expect(estimate.map(({ name, calls: count }) => [name, count > 0])).toEqual([
      ["The player", true],
      ["The user", true],
    ]);
    expect(estimate[0]?.usd).toBeGreaterThan(0);
    // The first call is put off: that is shown as waiting, and is no turn.
    endpoint.next(status(429, `slow down, ${key}`, { "retry-after": "0.2" }));
    const end = ended();
    const { runId } = await services.dialogues.start(input, anna);
    await end;
    const notes = services.published.flatMap((change) => (change.type === "job" ? [change.job.message] : []));
    expect(notes).toContainEqual(expect.stringMatching(/^waiting 0.2 s for .*429/));
    const { text, fileName } = await services.dialogues.exportToText({
      runId,
      dialogueId: null,
      format: "jsonl",
    });
    const [dialogue] = readDialogues(text, fileName);
    expect(dialogue).toMatchObject({
      end: "solved",
      system: expect.stringMatching(/^model:player prompts/),
      simulator: expect.stringMatching(/^model:user 1 prompts/),
    });
    expect(dialogue?.turns.map(({ action }) => action.kind)).toEqual(["ask", "submit", "submit"]);
    const recording = await services.dialogues.exportToText({ runId, dialogueId: null, format: "recording" });
    const lines = recording.text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines[0]).toEqual({ event: "recording", version: 1 });
    const begun = lines.filter(({ event }) => event === "begun").map(({ call }) => call);
    expect(begun).toEqual(begun.map((_, at) => at + 1));
    const page = await services.dialogues.exportToText({ runId, dialogueId: null, format: "html" });
    await workspace.write((db) => db.first(plainSql("SELECT 1")));
    const files = ["", "-wal"].map((end) => readFileSync(`${workspace.path}${end}`).toString("latin1"));
    files.push(await logOfFailures({ services, workspace, folder }, { runId, url: endpoint.url }));
    const said = JSON.stringify([services.published, await services.settings.ofPerson(undefined, anna)]);
    for (const written of [text, recording.text, page.text, said, ...files])
      expect(written).not.toContain(key);
    for (const { path } of endpoint.received) expect(path).not.toContain(key);
  });

  it(
    "never goes on by itself, asks nothing again that was answered, and stops at its limit",
    long,
    async () => {
      const endpoint = await startModelEndpoint(playsWell);
      const { services, input, player, user, ended } = await harbour(endpoint);
      const dear = [player, user].map((one) => ({ ...one, costLimit: 0.02 }));
      await services.settings.setOfPerson({ "models.endpoints": dear }, anna);
      const first = ended();
      const { runId } = await services.dialogues.start(input, anna);
      await first;
      const end = async () => (await services.dialogues.heads({ runId }))[0];
      expect(await end()).toMatchObject({
        end: "infrastructure",
        reason: expect.stringContaining("could exceed the limit of 0.02 USD"),
      });
      await services.background.dialogues.resumeWanted();
      // A limit that is raised holds from where one goes on.
      await services.settings.setOfPerson({ "models.endpoints": [player, user] }, anna);
      const before = endpoint.received.length;
      const second = ended();
      await services.dialogues.resume({ runId }, anna);
      await second;
      expect(await end()).toMatchObject({ end: "solved" });
      const { text } = await services.dialogues.exportToText({
        runId,
        dialogueId: null,
        format: "recording",
      });
      const answered = text.split("\n").filter((line) => line.includes('"answered"'));
      expect(answered).toHaveLength(endpoint.received.length);
      expect(endpoint.received.length).toBeGreaterThan(before);
      // Somebody else's models are not asked, and none that was taken out.
      await services.settings.setOfPerson({ "models.endpoints": [] }, anna);
      await expect(services.dialogues.resume({ runId }, anna)).rejects.toMatchObject({ code: "BAD_INPUT" });
      await expect(services.dialogues.start(input, { actor: "bert" })).rejects.toMatchObject({
        code: "BAD_INPUT",
      });
    },
  );
});
