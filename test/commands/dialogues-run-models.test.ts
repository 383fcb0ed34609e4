import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readDialogues } from "#shared/formats/dialogue-file.ts";
import { killRuns, playsWell } from "../corpus/kills.ts";
import {
  calls,
  cutsOff,
  garbage,
  hangsUp,
  type ModelEndpoint,
  refuses,
  says,
  saysJson,
  startModelEndpoint,
  status,
  stopModelEndpoints,
} from "../dialogues/model-endpoint.ts";
import { expectAsDocumented, jsonLines, runQuerent } from "../support/run-querent.ts";
import { taskRow } from "../support/task-row.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const file = (name: string) => path.join(folder, name);
const key = "sk-very-secret-0123456789";

beforeAll(() => {
  const database = new DatabaseSync(file("harbour.sqlite"));
  database.exec(
    "CREATE TABLE ship (id int, name text); INSERT INTO ship VALUES (1, 'Anna'), (2, NULL), (3, 'Cora')",
  );
  database.close();
  writeFileSync(file("tasks.jsonl"), `${["harbour_1", "harbour_2"].map((id) => taskRow(id)).join("\n")}\n`);
});
afterAll(stopModelEndpoints);
afterEach(() => {
  delete process.env.QUERENT_TEST_KEY;
});

function argumentsOf(endpoint: ModelEndpoint, out: string, ...more: string[]): string[] {
  return [
    ...["dialogues", "run", "--input", file("tasks.jsonl"), "--databases", folder, "--engine", "sqlite"],
    ...["--system", "model:player", "--simulator", "model", "--model", "user", "--endpoint", endpoint.url],
    ...["--protocol", "c", "--workers", "1", "--out", file(out), ...more],
  ];
}

async function run(endpoint: ModelEndpoint, out: string, ...more: string[]) {
  const ended = await runQuerent(...argumentsOf(endpoint, out, ...more));
  const text = ended.code <= 1 ? readFileSync(file(out), "utf8") : "";
  return { ...ended, text, dialogues: text === "" ? [] : readDialogues(text, out) };
}

describe("dialogues run with language models", () => {
  it("plays both sides by model, in both protocols, and names model and prompts in every line", async () => {
    const endpoint = await startModelEndpoint(playsWell);
    const { code, dialogues, results, text, notes } = await run(endpoint, "c.jsonl", "--trials", "2");
    expect(notes).not.toContain("bug");
    expect(code).toBe(0);
    expect(dialogues).toHaveLength(4);
    for (const { end, system, simulator, turns } of dialogues) {
      expect(end).toBe("solved");
      expect(system).toMatch(/^model:player prompts [0-9a-f]{12}$/);
      expect(simulator).toMatch(/^model:user 1 prompts [0-9a-f]{12}$/);
      expect(turns.map(({ action }) => action.kind)).toEqual(["ask", "submit", "submit"]);
      expect(turns[0]?.answer?.actions).toEqual([{ kind: "AMB", ambiguity: 0 }]);
    }
    await expectAsDocumented("dialogue-summary", results);
    await expectAsDocumented("dialogue", jsonLines(text));
    expect(results[0]?.models).toMatchObject({ asked: 20, recorded: 0, is_repeatable: false });
    expect(notes).toMatch(/about \d+ calls to models, \d+ tokens/);
    const acting = await run(endpoint, "a.jsonl", "--protocol", "a");
    expect(acting.dialogues.map(({ end }) => end)).toEqual(["solved", "solved"]);
    const tools = endpoint.received.at(-1)?.body.tools;
    expect(tools).toHaveLength(9);
  });

  it("names where the user by model contradicts itself", async () => {
    const fields = {
      sol_sql: ["SELECT count(name) FROM ship WHERE id > 1"],
      user_query_ambiguity: {
        critical_ambiguity: [
          { term: "ships", sql_snippet: "id > 1", is_mask: false, type: "semantic_ambiguity" },
        ],
        non_critical_ambiguity: [],
      },
    };
    writeFileSync(file("above.jsonl"), `${taskRow("harbour_1", fields)}\n`);
    const said = ["Those with an id above 1.", "Those with an id below 1."];
    const endpoint = await startModelEndpoint((request, response) => {
      const { tools, response_format: format } = request.body;
      if (tools !== undefined && said.length > 0)
        return calls("ask", { question: "Which ships?" })(request, response);
      if (tools !== undefined) return calls("submit", { sql: ["SELECT 1"] })(request, response);
      const decisions = [{ action: "AMB", number: 1, reason: "none" }];
      const isDecision = format.json_schema.name === "decisions";
      return saysJson(isDecision ? { decisions } : { answer: said.shift() })(request, response);
    });
    const { dialogues } = await run(endpoint, "turned.jsonl", "--input", file("above.jsonl"));
    expect(dialogues[0]?.turns.map(({ answer }) => answer?.contradictions)).toMatchObject([
      undefined,
      [
        { words: "below", sql: ">", turn: null },
        { words: "below", sql: ">", turn: 1 },
      ],
      ...(dialogues[0]?.turns.slice(2).map(() => undefined) ?? []),
    ]);
  });

  it("runs again from the recording alone: without the network, without the key, to the byte", async () => {
    process.env.QUERENT_TEST_KEY = key;
    const endpoint = await startModelEndpoint(playsWell);
    const options = ["--recording", file("calls.jsonl"), "--key-variable", "QUERENT_TEST_KEY"];
    const live = await run(endpoint, "live.jsonl", ...options);
    expect(endpoint.received[0]?.headers.authorization).toBe(`Bearer ${key}`);
    delete process.env.QUERENT_TEST_KEY;
    await endpoint.stop();
    const again = await run(endpoint, "again.jsonl", ...options, "--offline");
    expect(again.text).toBe(live.text);
    expect(again.results[0]?.models).toMatchObject({ asked: 0, recorded: 10, is_repeatable: true });
    const other = await run(endpoint, "other.jsonl", ...options, "--offline", "--seed", "8");
    expect(other.dialogues.map(({ end, reason }) => [end, reason])).toEqual(
      Array(2).fill([
        "infrastructure",
        "The recording does not hold this call. Run it again with the network.",
      ]),
    );
  });

  it("charges no fault of the endpoint as a turn, and plays on once it is over", async () => {
    const endpoint = await startModelEndpoint(playsWell);
    const soon = { "retry-after": "0" };
    const faults = [
      ...[status(429, "slow down", soon), status(503, "overloaded", soon), refuses, says(""), says("hm")],
      ...[saysJson({ ok: 1 }), hangsUp, cutsOff, garbage],
    ];
    let request = 0;
    endpoint.usual = (got, response) => {
      request += 1;
      const fault = request % 2 === 1 ? faults.shift() : undefined;
      (fault ?? playsWell)(got, response);
    };
    const { code, dialogues, results } = await run(endpoint, "faults.jsonl");
    expect(faults).toEqual([]);
    expect(code).toBe(0);
    expect(dialogues.map(({ end, turns, reward }) => [end, turns.length, reward])).toEqual([
      ["solved", 3, 1],
      ["solved", 3, 1],
    ]);
    expect(results[0]?.models).toMatchObject({ asked: 10, failed_attempts: 9 });
  });

  it("ends a dialogue whose endpoint fails for good as infrastructure failure, counted apart", async () => {
    const endpoint = await startModelEndpoint(playsWell);
    // The user of the second task refuses to answer.
    let decisions = 0;
    endpoint.usual = (got, response) => {
      if (got.body.tools === undefined) decisions += 1;
      (decisions > 2 && got.body.tools === undefined ? refuses : playsWell)(got, response);
    };
    const { code, dialogues, results } = await run(endpoint, "refused.jsonl");
    expect(code).toBe(1);
    expect(dialogues.map(({ end }) => end)).toEqual(["solved", "infrastructure"]);
    const { turns, budget, reward, reason } = dialogues[1] ?? expect.fail("one dialogue is missing");
    expect({ turns, left: budget.left, reward }).toEqual({ turns: [], left: budget.total, reward: 0 });
    expect(reason).toContain("refused to answer");
    expect(results[0]?.systems).toMatchObject([
      { dialogues: 2, infrastructure: 1, phase1: { passed: 1, of: 1 } },
    ]);
  });

  it("keeps the key out of everything that it writes and says", async () => {
    process.env.QUERENT_TEST_KEY = key;
    const endpoint = await startModelEndpoint(status(401, `Incorrect API key provided: ${key}`));
    const recording = file("secret.jsonl");
    const { text, notes, out, dialogues } = await run(
      ...([
        endpoint,
        "secret-out.jsonl",
        "--recording",
        recording,
        "--key-variable",
        "QUERENT_TEST_KEY",
      ] as const),
    );
    expect(dialogues[0]?.reason).toContain("Incorrect API key provided: [key]");
    for (const written of [text, notes, out, readFileSync(recording, "utf8")])
      expect(written).not.toContain(key);
    const typed = await run(endpoint, "none.jsonl", "--key-variable", key);
    expect(typed.code).toBe(2);
    expect(typed.notes).not.toContain(key);
    const inAddress = await runQuerent(
      ...argumentsOf({ ...endpoint, url: `http://user:${key}@127.0.0.1/v1` }, "none.jsonl"),
    );
    expect(inAddress.code).toBe(2);
    expect(inAddress.notes).toContain("Take the key out of it");
    expect(inAddress.notes).not.toContain(key);
  });

  it("stops at the limit of cost, and says so", async () => {
    const endpoint = await startModelEndpoint(playsWell);
    const prices = ["--price-input", "1", "--price-output", "100"];
    const { dialogues, results } = await run(endpoint, "dear.jsonl", ...prices, "--cost-limit", "0.83");
    expect(dialogues.map(({ end }) => end)).toEqual(["solved", "infrastructure"]);
    expect(dialogues[1]?.reason).toContain("could exceed the limit of 0.83 USD");
    const models = results[0]?.models as { spent: { usd: number } } | undefined;
    expect(models?.spent.usd).toBeLessThanOrEqual(0.83);
    expect((await run(endpoint, "dear.jsonl", "--cost-limit", "1")).notes).toContain("needs --price-input");
  });

  it("tells the system in its own words what prompts of one's own say, under another hash", async () => {
    const endpoint = await startModelEndpoint(playsWell);
    const own = temporaryFolder();
    writeFileSync(path.join(own, "simulator-word.md"), "Answer like a pirate: {{facts}}");
    const { dialogues } = await run(endpoint, "own.jsonl", "--prompts", own);
    const usual = await run(endpoint, "usual.jsonl");
    expect(dialogues[0]?.simulator).not.toBe(usual.dialogues[0]?.simulator);
    expect(dialogues[0]?.system).toBe(usual.dialogues[0]?.system);
    const worded = endpoint.received.map(({ body }) => body.messages[0].content as string);
    expect(worded.find((text) => text.includes("pirate"))).toContain("count(name)");
    writeFileSync(path.join(own, "simulator-word.md"), "Answer {{fact}}");
    expect((await run(endpoint, "own.jsonl", "--prompts", own)).notes).toContain("not known: {{fact}}");
  });
});

describe("dialogues ask with a language model", () => {
  const questions = file("questions.jsonl");
  const ask = (endpoint: ModelEndpoint, ...more: string[]) =>
    runQuerent(
      ...["dialogues", "ask", "--input", file("tasks.jsonl"), "--questions", questions],
      ...["--simulator", "model", "--model", "user", "--endpoint", endpoint.url],
      ...["--out", file("answers.jsonl"), ...more],
    );
  beforeAll(() =>
    writeFileSync(
      questions,
      `${JSON.stringify({ instance_id: "harbour_1", phase: 1, question: "Which ships?" })}\n`,
    ),
  );

  it("answers in two stages, the second of which sees only what the first has chosen", async () => {
    const endpoint = await startModelEndpoint(playsWell);
    const { code, results } = await ask(endpoint);
    expect(code).toBe(0);
    const answers = jsonLines(readFileSync(file("answers.jsonl"), "utf8"));
    expect(answers).toMatchObject([
      { action: "AMB", ambiguity: { term: "ships" }, text: "Count only the ships that have a name." },
    ]);
    await expectAsDocumented("simulator-answer", answers);
    await expectAsDocumented("simulator-summary", results);
    const [decide, word] = endpoint.received.map(({ body }) => body.messages[0].content as string);
    expect(decide).toContain("How many ships are there?");
    expect(word).toContain("count(name)");
    expect(word).not.toContain("How many ships are there?");
  });

  it("refuses in fixed words, without a second call, and is asked again about a number that is not there", async () => {
    const endpoint = await startModelEndpoint();
    const decides = (action: string, number: number, reason: string) =>
      saysJson({ decisions: [{ action, number, reason }] });
    endpoint.next(decides("AMB", 7, "none"), decides("UNA", 0, "gold"));
    expect((await ask(endpoint)).code).toBe(0);
    expect(endpoint.received[1]?.body.messages.at(-1).content).toContain("AMB has no number 7; there are 1");
    expect(endpoint.received).toHaveLength(2);
    const [answer] = jsonLines(readFileSync(file("answers.jsonl"), "utf8"));
    expect(answer).toMatchObject({ action: "UNA", reason: "gold", leaks: [] });
  });

  it("names what an answer by model gives away unasked", async () => {
    const endpoint = await startModelEndpoint();
    endpoint.next(
      saysJson({ decisions: [{ action: "AMB", number: 1, reason: "none" }] }),
      saysJson({ answer: "Use SELECT count(name) FROM ship." }),
    );
    await ask(endpoint);
    const [answer] = jsonLines(readFileSync(file("answers.jsonl"), "utf8"));
    expect(answer?.leaks).toMatchObject([{ of: "gold" }]);
  });

  it("says what the endpoint failed by, exit code 2", async () => {
    const { code, notes } = await ask(await startModelEndpoint(status(401, "no")));
    expect(code).toBe(2);
    expect(notes).toContain("gave no answer: it answered with status 401: no");
  });
});

describe("dialogues run, killed with SIGKILL", () => {
  it("goes on with the same bytes and repeats no call that was answered, on the command line and in a window, at 5 random moments of `npm run corpus kills`", async () => {
    const killed = await killRuns(temporaryFolder(), { kills: [2, 2, 1], seed: 1 });
    expect(killed.map(({ what, problems }) => ({ what, problems }))).toEqual(
      killed.map(({ what }) => ({ what, problems: [] })),
    );
  }, 300_000);
});
