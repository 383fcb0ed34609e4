import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createChatEndpoint } from "../../../electron/dialogues/model/chat-endpoint.ts";
import type { ChatRequest } from "../../../electron/dialogues/model/chat-request.ts";
import { createModelCalls } from "../../../electron/dialogues/model/model-calls.ts";
import { InfrastructureFailure } from "../../../electron/dialogues/model/model-failure.ts";
import { openRecording } from "../../../electron/dialogues/model/recording.ts";
import { secretKey } from "../../../electron/dialogues/model/secret-key.ts";
import { createSpending, type SpendingLimits } from "../../../electron/dialogues/model/spending.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import {
  calls,
  cutsOff,
  endsEarly,
  filters,
  garbage,
  hangsUp,
  type ModelEndpoint,
  type Play,
  refuses,
  says,
  saysJson,
  slow,
  startModelEndpoint,
  status,
  stopModelEndpoints,
} from "../model-endpoint.ts";

afterAll(stopModelEndpoints);

const form = z.strictObject({ ok: z.number() });
const request: ChatRequest = {
  messages: [
    { role: "system", text: "You count." },
    { role: "user", text: "How many?" },
  ],
  form: { kind: "json", name: "count", schema: z.toJSONSchema(form) },
  seed: 7,
  maxTokens: 50,
};
const key = "sk-secret/1234567890+abc";
const noLimits: SpendingLimits = { prices: null, usd: null, tokens: null };

interface Setting {
  file?: string | null;
  limits?: SpendingLimits;
  isOffline?: boolean;
  timeoutMs?: number;
  signal?: AbortSignal;
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

function callsTo(endpoint: ModelEndpoint, setting: Setting = {}) {
  const { file = null, limits = noLimits, isOffline = false, timeoutMs = 5000 } = setting;
  const waits: number[] = [];
  const notes: string[] = [];
  const recording = openRecording(file);
  const spending = createSpending(limits, recording.spentBefore);
  const note = (text: string) => void notes.push(text);
  const modelCalls = createModelCalls({
    ...{ recording, spending, isOffline, note, signal: setting.signal ?? new AbortController().signal },
    waiting: { wait: setting.wait ?? (async (ms) => void waits.push(ms)) },
  });
  const at = createChatEndpoint({ url: endpoint.url, model: "m", key: secretKey(key), timeoutMs, note });
  return { modelCalls, at, waits, notes, recording, spending, model: modelCalls.forDialogue(at, 0) };
}

const failureOf = (work: Promise<unknown>): Promise<InfrastructureFailure> =>
  work.then(
    () => expect.fail("it was answered"),
    (error) => {
      expect(error).toBeInstanceOf(InfrastructureFailure);
      return error;
    },
  );

describe("A call to a language model", () => {
  it("sends temperature 0, the seed, the form and the key, and reads the answer", async () => {
    const endpoint = await startModelEndpoint(saysJson({ ok: 3 }));
    expect(await callsTo(endpoint).model.ask(request, form)).toEqual({ ok: 3 });
    const [{ path: asked, headers, body } = expect.fail("nothing was asked")] = endpoint.received;
    expect(asked).toBe("/v1/chat/completions");
    expect(headers.authorization).toBe(`Bearer ${key}`);
    expect(body).toMatchObject({ model: "m", temperature: 0, seed: 7, max_tokens: 50 });
    expect(body.response_format.json_schema).toMatchObject({ name: "count", strict: true });
  });

  const oneFault: [string, Play, number[]][] = [
    ["429 with Retry-After in seconds", status(429, "slow down", { "retry-after": "17" }), [17_000]],
    ["429 without Retry-After", status(429, "slow down"), [2000]],
    ["503", status(503, "overloaded"), [1000]],
    ["a hang-up", hangsUp, [1000]],
    ["an answer that is cut off", cutsOff, [1000]],
    ["half an answer that claims to be whole", endsEarly, [1000]],
    ["garbage", garbage, [1000]],
    ["a refusal", refuses, []],
    ["a filtered answer", filters, []],
    ["an empty answer", says("  "), []],
    ["an answer of the wrong form", saysJson({ ok: "three" }), []],
    ["an answer that is not JSON", says("three, I think"), []],
  ];
  it.each(oneFault)("is tried again after %s", async (_, fault, waited) => {
    const endpoint = await startModelEndpoint(saysJson({ ok: 3 }));
    endpoint.next(fault);
    const { model, waits, notes, modelCalls } = callsTo(endpoint);
    expect(await model.ask(request, form)).toEqual({ ok: 3 });
    expect(endpoint.received).toHaveLength(2);
    expect(waits).toEqual(waited);
    expect(notes.filter((note) => note.startsWith("waiting"))).toHaveLength(waited.length);
    expect(modelCalls.counts()).toMatchObject({ asked: 1, failedAttempts: 1 });
  });

  it("waits until the date that Retry-After names", async () => {
    const endpoint = await startModelEndpoint(saysJson({ ok: 3 }));
    const date = new Date(Date.now() + 60_000).toUTCString();
    endpoint.next(status(429, "slow down", { "retry-after": date }));
    const { model, waits } = callsTo(endpoint);
    await model.ask(request, form);
    expect(waits[0]).toBeGreaterThan(55_000);
    expect(waits[0]).toBeLessThanOrEqual(60_000);
  });

  it("is told what was wrong with an answer of the wrong form", async () => {
    const endpoint = await startModelEndpoint(saysJson({ ok: 3 }));
    endpoint.next(saysJson({ ok: "three" }));
    await callsTo(endpoint).model.ask(request, form);
    const { messages } = endpoint.received[1]?.body ?? {};
    expect(messages.slice(2)).toEqual([
      { role: "assistant", content: '{"ok":"three"}' },
      { role: "user", content: expect.stringContaining("(ok)") },
    ]);
  });

  const lasting: [string, Play, string, number][] = [
    ["429", status(429, "slow down"), "rate-limited", 8],
    ["500", status(500, "broken"), "server-error", 5],
    ["hang-ups", hangsUp, "unreachable", 5],
    ["cut-off answers", cutsOff, "cut-off", 4],
    ["garbage", garbage, "garbage", 3],
    ["refusals", refuses, "refused", 2],
    ["empty answers", says(""), "empty", 3],
    ["answers of the wrong form", says("3"), "wrong-form", 3],
    ["a wrong key", status(401, "wrong key"), "unauthorised", 1],
    ["an unknown model", status(404, "no such model"), "rejected", 1],
    ["a rejection of every form", status(400, "no"), "rejected", 3],
    ["a demand to wait for an hour", status(429, "quota", { "retry-after": "3600" }), "rate-limited", 1],
  ];
  it.each(lasting)("is given up after equal failures by %s", async (_, fault, kind, requests) => {
    const endpoint = await startModelEndpoint(fault);
    const failure = await failureOf(callsTo(endpoint).model.ask(request, form));
    expect(failure.kind).toBe(kind);
    expect(failure.message).toContain(`The model m at ${endpoint.url} gave no answer`);
    expect(endpoint.received).toHaveLength(requests);
  });

  it("is given up when the endpoint is slow or down", async () => {
    const endpoint = await startModelEndpoint(slow);
    const late = await failureOf(callsTo(endpoint, { timeoutMs: 80 }).model.ask(request, form));
    expect(late.message).toContain("no answer within 0.08 s (3 times)");
    await endpoint.stop();
    const down = await failureOf(callsTo(endpoint).model.ask(request, form));
    expect(down.message).toContain("could not be reached (ECONNREFUSED) (5 times)");
  });

  it("is not tried any more after three calls in a row that were given up for the same reason", async () => {
    const endpoint = await startModelEndpoint(status(500, "broken"));
    const { modelCalls, at } = callsTo(endpoint);
    for (let trial = 0; trial < 5; trial += 1)
      await failureOf(modelCalls.forDialogue(at, trial).ask(request, form));
    expect(endpoint.received).toHaveLength(15);
    const last = await failureOf(modelCalls.forDialogue(at, 9).ask(request, form));
    expect(last.message).toContain("it is not asked again in this run");
  });

  it("ends at once when it is cancelled, while it is asked and while it waits", async () => {
    const endpoint = await startModelEndpoint(slow);
    const cancel = new AbortController();
    const asked = callsTo(endpoint, { signal: cancel.signal }).model.ask(request, form);
    setTimeout(() => cancel.abort(new Error("cancelled")), 50);
    await expect(asked).rejects.toThrow("cancelled");
    endpoint.usual = status(500, "broken");
    const other = new AbortController();
    const wait = (_: number, signal: AbortSignal) =>
      new Promise<void>((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        other.abort(new Error("cancelled while it waited"));
      });
    const waiting = callsTo(endpoint, { signal: other.signal, wait });
    await expect(waiting.model.ask(request, form)).rejects.toThrow("cancelled while it waited");
  });

  it("does without what an endpoint does not understand, once and for all", async () => {
    const knowsLittle: Play = (got, response) => {
      const { temperature, max_tokens, response_format } = got.body;
      if (temperature !== undefined) status(400, "Unsupported value: 'temperature'")(got, response);
      else if (max_tokens !== undefined) status(400, "Use 'max_completion_tokens' instead")(got, response);
      else if (response_format !== undefined) status(422, "unknown field")(got, response);
      else says('<think>hm</think>\n```json\n{"ok": 4}\n```')(got, response);
    };
    const endpoint = await startModelEndpoint(knowsLittle);
    const { model, notes } = callsTo(endpoint);
    expect(await model.ask(request, form)).toEqual({ ok: 4 });
    expect(endpoint.received).toHaveLength(5);
    expect(await model.ask(request, form)).toEqual({ ok: 4 });
    expect(endpoint.received).toHaveLength(6);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain("no temperature");
    expect(endpoint.received.at(-1)?.body.messages[0].content).toContain("JSON Schema");
  });

  it("asks for actions as JSON where there are no tools", async () => {
    const act = z.object({ name: z.string(), arguments: z.looseObject({}) });
    const tools = [{ name: "ask", description: "Asks.", parameters: { type: "object" } }];
    const withTools: ChatRequest = {
      ...request,
      messages: [
        ...request.messages,
        { role: "call", id: "1", name: "ask", arguments: { question: "Which?" } },
        { role: "result", id: "1", text: "That one." },
      ],
      form: { kind: "tools", tools },
    };
    const endpoint = await startModelEndpoint(calls("ask", { question: "What?" }));
    expect(await callsTo(endpoint).model.ask(withTools, act)).toEqual({
      name: "ask",
      arguments: { question: "What?" },
    });
    endpoint.usual = (got, response) =>
      got.body.tools
        ? status(400, "tools are not supported")(got, response)
        : saysJson({ name: "ask", arguments: {} })(got, response);
    expect(await callsTo(endpoint).model.ask(withTools, act)).toEqual({ name: "ask", arguments: {} });
    expect(endpoint.received.at(-1)?.body.messages.slice(2)).toEqual([
      { role: "assistant", content: '{"name":"ask","arguments":{"question":"Which?"}}' },
      { role: "user", content: "That one." },
    ]);
  });
});

describe("The key of an endpoint", () => {
  it("is in no error, note or recording, whatever the endpoint echoes", async () => {
    const file = path.join(temporaryFolder(), "calls.jsonl");
    const forms = [key, encodeURIComponent(key), Buffer.from(key).toString("base64")].join(" ");
    const endpoint = await startModelEndpoint(status(401, `Incorrect key: ${forms}`));
    endpoint.next(says(`my key is ${forms}`), status(503, forms), saysJson({ ok: 1 }));
    const { model, notes, recording } = callsTo(endpoint, { file });
    await model.ask(request, form);
    const failure = await failureOf(model.ask(request, form));
    recording.close();
    for (const text of [failure.message, failure.stack ?? "", notes.join("\n"), readFileSync(file, "utf8")]) {
      expect(text).toContain("[key]");
      for (const secret of forms.split(" ")) expect(text).not.toContain(secret);
    }
  });

  it("is not handed on where the endpoint sends elsewhere", async () => {
    const other = await startModelEndpoint(saysJson({ ok: 1 }));
    const endpoint = await startModelEndpoint(
      status(307, "moved", { location: `${other.url}/chat/completions` }),
    );
    expect((await failureOf(callsTo(endpoint).model.ask(request, form))).kind).toBe("rejected");
    expect(other.received).toEqual([]);
  });
});

describe("What calls may cost", () => {
  const prices = { input: 1000, output: 10_000 };

  it("is counted from the tokens of every answer, those that could not be used too", async () => {
    const endpoint = await startModelEndpoint(saysJson({ ok: 3 }));
    endpoint.next(refuses, status(500, "broken"));
    const { model, spending } = callsTo(endpoint, { limits: { ...noLimits, prices } });
    await model.ask(request, form);
    expect(spending.total()).toEqual({ tokens: 240, usd: 0.6 });
  });

  it("stops before a call that could exceed the limit", async () => {
    const endpoint = await startModelEndpoint(saysJson({ ok: 3 }));
    const { modelCalls, at, spending } = callsTo(endpoint, { limits: { ...noLimits, prices, usd: 2 } });
    const outcomes: string[] = [];
    for (let trial = 0; trial < 12; trial += 1)
      outcomes.push(
        await modelCalls
          .forDialogue(at, trial)
          .ask(request, form)
          .then(
            () => "answered",
            (error) => error.kind,
          ),
      );
    expect(new Set(outcomes)).toEqual(new Set(["answered", "limit"]));
    expect(spending.total().usd).toBeLessThanOrEqual(2);
    expect(endpoint.received).toHaveLength(outcomes.indexOf("limit"));
  });

  it("has a limit of tokens, too, that calls under way at once cannot exceed together", async () => {
    const endpoint = await startModelEndpoint(saysJson({ ok: 3 }));
    const { modelCalls, at, spending } = callsTo(endpoint, { limits: { ...noLimits, tokens: 1000 } });
    await Promise.allSettled(
      Array.from({ length: 10 }, (_, trial) => modelCalls.forDialogue(at, trial).ask(request, form)),
    );
    expect(endpoint.received.length).toBeGreaterThan(0);
    expect(spending.total().tokens).toBeLessThanOrEqual(1000);
  });
});

describe("A recording of calls", () => {
  it("answers again without the network, word for word, and knows its failures", async () => {
    const file = path.join(temporaryFolder(), "calls.jsonl");
    const endpoint = await startModelEndpoint(refuses);
    endpoint.next(saysJson({ ok: 1 }), saysJson({ ok: 2 }));
    const play = async (setting: Setting) => {
      const { model, recording, modelCalls } = callsTo(endpoint, { file, ...setting });
      const answers = [await model.ask(request, form), await model.ask(request, form)];
      const failure = await failureOf(model.ask(request, form));
      recording.close();
      return { answers, failure: failure.message, counts: modelCalls.counts() };
    };
    const live = await play({});
    expect(live.answers).toEqual([{ ok: 1 }, { ok: 2 }]);
    await endpoint.stop();
    const again = await play({ isOffline: true });
    expect(again).toMatchObject({ answers: live.answers, failure: live.failure });
    expect(again.counts).toMatchObject({ asked: 0, recorded: 2 });
  });

  it("drops a last line that was cut off, refuses any other defect, and belongs to one run at a time", async () => {
    const file = path.join(temporaryFolder(), "calls.jsonl");
    const endpoint = await startModelEndpoint(saysJson({ ok: 1 }));
    const first = callsTo(endpoint, { file });
    await first.model.ask(request, form);
    expect(() => openRecording(file)).toThrow("Another run");
    first.recording.close();
    const whole = readFileSync(file, "utf8");
    appendFileSync(file, whole.slice(whole.lastIndexOf('{"event":"answered"'), -20));
    const again = openRecording(file);
    again.close();
    expect(readFileSync(file, "utf8")).toBe(whole);
    writeFileSync(file, whole.replace('"event":"begun"', '"event":"began"'));
    expect(() => openRecording(file)).toThrow("row 2");
  });

  it("counts a call that was under way when the program ended, with all that it can have cost", async () => {
    const file = path.join(temporaryFolder(), "calls.jsonl");
    const endpoint = await startModelEndpoint(slow);
    const cancel = new AbortController();
    const limits = { ...noLimits, prices: { input: 1000, output: 1000 } };
    const first = callsTo(endpoint, { file, limits, signal: cancel.signal });
    const asked = first.model.ask(request, form);
    setTimeout(() => cancel.abort(new Error("killed")), 50);
    await expect(asked).rejects.toThrow("killed");
    first.recording.close();
    const again = callsTo(endpoint, { file, limits });
    expect(again.recording.interrupted).toBe(1);
    const { tokens, usd } = again.spending.total();
    expect(tokens).toBeGreaterThan(request.maxTokens);
    expect(usd).toBeCloseTo(tokens / 1000);
    again.recording.close();
  });

  it("never serves what was refused or empty: it is asked again", async () => {
    const file = path.join(temporaryFolder(), "calls.jsonl");
    const endpoint = await startModelEndpoint(refuses);
    const first = callsTo(endpoint, { file });
    await failureOf(first.model.ask(request, form));
    first.recording.close();
    endpoint.usual = saysJson({ ok: 5 });
    expect(await callsTo(endpoint, { file }).model.ask(request, form)).toEqual({ ok: 5 });
  });

  it("tells trials and occurrences apart, and gives dialogues of one trial the same answer", async () => {
    let asked = 0;
    const endpoint = await startModelEndpoint((got, response) => {
      asked += 1;
      saysJson({ ok: asked })(got, response);
    });
    const { modelCalls, at } = callsTo(endpoint);
    const [one, other] = [modelCalls.forDialogue(at, 0), modelCalls.forDialogue(at, 0)];
    const [first, same] = await Promise.all([one.ask(request, form), other.ask(request, form)]);
    expect(same).toEqual(first);
    expect(await one.ask(request, form)).toEqual({ ok: 2 });
    expect(await modelCalls.forDialogue(at, 1).ask(request, form)).toEqual({ ok: 3 });
    expect(await other.ask(request, form)).toEqual({ ok: 2 });
  });

  it("holds model, fingerprint, tokens and cost of every exchange", async () => {
    const file = path.join(temporaryFolder(), "calls.jsonl");
    const endpoint = await startModelEndpoint(saysJson({ ok: 3 }));
    const { model, recording } = callsTo(endpoint, {
      file,
      limits: { ...noLimits, prices: { input: 1, output: 2 } },
    });
    await model.ask(request, form);
    recording.close();
    const lines = readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ event }) => event)).toEqual(["recording", "begun", "answered"]);
    expect(lines[2]).toMatchObject({
      trial: 0,
      occurrence: 0,
      request: expect.stringMatching(/^[0-9a-f]{64}$/),
      ...{ model: "played-1", fingerprint: "fp_1", text: '{"ok":3}' },
      spent: { tokens: { input: 100, output: 20 }, usd: 0.00014 },
    });
  });
});
